import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { createBrowser, createFixture, type Fixture } from './testing/identity-fixture.ts';

/** Two accounts that take one address in the same instant: the second transaction waits for the first, and its index refuses it. */

const fixture = await createFixture();
const withMail = await createFixture({ mail: 'mailbox' });
afterAll(async () => {
  await fixture.close();
  await withMail.close();
});

const address = () => `p-${randomUUID()}@example.test`;
async function signedUp({ app }: Fixture, email = address()) {
  const browser = createBrowser(app);
  await browser.register(email);
  return browser;
}

describe('an address that several accounts take in the same instant', () => {
  /** Both write before either commits: the address is another account's, and not yet visible. */
  async function raced(
    of: Fixture,
    email: string,
    change: () => Promise<{ statusCode: number; body: string }>,
    first = [`INSERT INTO identity.users (id, email, name) VALUES ($1, $2, '')`],
  ) {
    const other = await of.pool.connect();
    try {
      await other.query('BEGIN');
      for (const insert of first) await other.query(insert, [randomUUID(), email]);
      const answer = change();
      // Until the change waits for the row that is not committed.
      await expect
        .poll(async () => {
          const { rows } = await of.pool.query<{ waiting: number }>(
            `SELECT count(*)::int AS waiting FROM pg_stat_activity
             WHERE datname = current_database() AND cardinality(pg_blocking_pids(pid)) > 0`,
          );
          return rows[0]?.waiting;
        })
        .toBeGreaterThan(0);
      await other.query('COMMIT');
      const { statusCode, body } = await answer;
      return [statusCode, JSON.parse(body).code];
    } finally {
      other.release();
    }
  }

  it('is refused to the second by a change', async () => {
    const browser = await signedUp(fixture);
    const email = address();
    expect(await raced(fixture, email, () => browser.post('/api/me/email', { email }))).toEqual([409, 'EMAIL_TAKEN']);
  });

  it('is refused to the second by the link of a mail', async () => {
    const browser = await signedUp(withMail);
    const email = address();
    await browser.post('/api/me/email', { email });
    const mails = await withMail.identity.outbox.take(100);
    const token = mails.find(({ to }) => to.address === email)?.token;
    const use = () => browser.post('/api/auth/verify-email', { token });
    expect(await raced(withMail, email, use)).toEqual([400, 'VERIFICATION_LINK_INVALID']);
  });

  it('is one of two that one account asks for: the link at the other ends', async () => {
    const [former, email] = [address(), address()];
    const browser = await signedUp(withMail, former);
    const first = [
      `INSERT INTO identity.mails (id, kind, user_id, state, due_at, created_at, token_hash, token_expires_at)
       SELECT $1, 'verify_address', id, 'queued', now(), now(), 'hash', now() + interval '1 day'
       FROM identity.users WHERE email = '${former}' AND $2 <> ''`,
      `INSERT INTO identity.address_changes (mail_id, user_id, email, created_at)
       SELECT m.id, u.id, $2, now() FROM identity.users u JOIN identity.mails m ON m.user_id = u.id AND m.token_hash = 'hash'
       WHERE u.email = '${former}' AND $1 <> ''`,
    ];
    await raced(withMail, `mistyped-${email}`, () => browser.post('/api/me/email', { email }), first);
    const { rows } = await withMail.pool.query(
      `SELECT a.email FROM identity.address_changes a JOIN identity.users u ON u.id = a.user_id
       WHERE u.email = $1`,
      [former],
    );
    expect(rows).toEqual([{ email }]);
    expect((await withMail.pool.query(`SELECT FROM identity.mails WHERE token_hash = 'hash'`)).rowCount).toBe(0);
  });

  it.each([
    ['by the link of a mail', withMail],
    ['at once', fixture],
  ])('is not taken over %s by a session that a change of the password ends', async (_, of) => {
    const [own, email] = [address(), address()];
    const thief = await signedUp(of, own);
    const change = [
      `SELECT FROM identity.users WHERE email = '${own}' AND $1 <> $2 FOR UPDATE`,
      `DELETE FROM identity.sessions WHERE user_id = (SELECT id FROM identity.users WHERE email = '${own}') AND $1 <> $2`,
    ];
    expect(await raced(of, email, () => thief.post('/api/me/email', { email }), change)).toEqual([
      401,
      'NOT_SIGNED_IN',
    ]);
    const { rows } = await of.pool.query(
      `SELECT u.email, a.email AS next FROM identity.users u LEFT JOIN identity.address_changes a ON a.user_id = u.id
       WHERE u.email = ANY ($1)`,
      [[own, email]],
    );
    expect(rows).toEqual([{ email: own, next: null }]);
  });

  it('is refused to the second by a registration', async () => {
    const email = address();
    const register = () =>
      createBrowser(fixture.app).post('/api/auth/register', { email, password: 'correct horse battery' });
    expect(await raced(fixture, email, register)).toEqual([409, 'EMAIL_TAKEN']);
  });
});
