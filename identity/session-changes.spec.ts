import { randomUUID } from 'node:crypto';
import { createPool } from '@perktree/platform/postgres/pool';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { Identity } from './service.ts';
import { createBrowser, createFixture, PASSWORD, signUp } from './testing/identity-fixture.ts';

const NOW = new Date('2026-05-10T10:00:00.000Z');
const UNTIL = '2026-05-12T22:00:00.000Z';
const fixture = await createFixture({ clock: () => NOW });
const pool = createPool({ connectionString: fixture.connectionString, applicationName: 'other' });
const query = vi.spyOn(pool, 'query');
const lookUps = () =>
  query.mock.calls.filter(([sent]) => (sent as { name?: string }).name === 'identity-find-session').length;
/** Another process: it keeps a session only while it hears of changes. */
const other = await fixture.sibling({ pool, shared: true, listens: true });
afterAll(async () => {
  other?.identity.close();
  await pool?.end();
  await fixture?.close();
});

type Browser = ReturnType<typeof createBrowser>;
type Account = Awaited<ReturnType<typeof signUp>> & { readonly there: Browser };

/** The same browser at the other process. */
function atOther(browser: Browser): Browser {
  const there = createBrowser(other.app);
  for (const [name, value] of browser.cookies) there.cookies.set(name, value);
  return there;
}
const stateOf = async (browser: Browser) => {
  const answer = await browser.get('/api/auth/user-role');
  return answer.statusCode === 200 ? answer.json() : answer.statusCode;
};
const staysInMemory = async (browser: Browser) => {
  const before = lookUps();
  await stateOf(browser);
  return lookUps() === before;
};

interface Change {
  /** Before the other process knows the session. */
  readonly before?: (account: Account, identity: Identity) => Promise<unknown>;
  readonly change: (account: Account, identity: Identity) => Promise<unknown>;
  readonly shows: unknown;
}

const auditorId = randomUUID();
const viewId = randomUUID();
describe('a session that another process keeps ends or changes there with', () => {
  it.each<[string, Change]>([
    ['a logout', { change: ({ browser }) => browser.post('/api/logout'), shows: 401 }],
    [
      'a new password in another browser',
      {
        async change({ email }) {
          const elsewhere = createBrowser(fixture.app);
          await elsewhere.login(email);
          const passwords = { currentPassword: PASSWORD, newPassword: 'another correct horse' };
          expect((await elsewhere.post('/api/auth/change-password', passwords)).statusCode).toBe(204);
        },
        shows: 401,
      },
    ],
    ['a lock', { change: ({ email }, identity) => identity.lockAccount(email), shows: 401 }],
    [
      'an erased account',
      { change: ({ id }) => fixture.pool.query('DELETE FROM identity.users WHERE id = $1', [id]), shows: 401 },
    ],
    [
      'a role that is taken away',
      {
        before: ({ email }, identity) => identity.grantSuperadmin(email),
        change: ({ email }, identity) => identity.revokeSuperadmin(email),
        shows: expect.objectContaining({ allRoles: ['customer'] }),
      },
    ],
    [
      'the end of an audit',
      {
        before: ({ id }, { accounts }) => accounts.grantAudit({ auditorId, userId: id, tenantId: null, until: UNTIL }),
        change: (_, { accounts }) => accounts.endAudit(auditorId),
        shows: expect.objectContaining({ allRoles: ['customer'] }),
      },
    ],
    [
      'another active role',
      {
        before: ({ email }, identity) => identity.grantSuperadmin(email),
        change: ({ browser }) => browser.post('/api/auth/active-role', { role: 'superadmin' }),
        shows: expect.objectContaining({ role: 'superadmin' }),
      },
    ],
  ])('%s', async (_, { before, change, shows }) => {
    const signedUp = await signUp(fixture.app);
    const account = { ...signedUp, there: atOther(signedUp.browser) };
    await before?.(account, fixture.identity);
    await expect.poll(() => staysInMemory(account.there)).toBe(true);
    expect(await stateOf(account.there)).not.toEqual(shows);
    await change(account, fixture.identity);
    await expect.poll(() => stateOf(account.there)).toEqual(shows);
  });

  it('the end of a view as another user', async () => {
    const [viewer, user] = [await signUp(fixture.app), await signUp(fixture.app)];
    await fixture.identity.grantSuperadmin(viewer.email);
    const there = atOther(viewer.browser);
    const { rows } = await fixture.pool.query('SELECT id FROM identity.sessions WHERE user_id = $1', [viewer.id]);
    const view = { viewId, sessionId: rows[0].id, viewerId: viewer.id, userId: user.id, role: 'customer' } as const;
    await expect.poll(() => staysInMemory(there)).toBe(true);
    await fixture.identity.views.beginView({ ...view, reason: 'support_request', note: null, until: UNTIL });
    await expect.poll(() => stateOf(there)).toMatchObject({ allRoles: ['customer'] });
    await expect.poll(() => staysInMemory(there)).toBe(true);
    await fixture.identity.views.endView(viewId);
    await expect.poll(() => stateOf(there)).toMatchObject({ allRoles: expect.arrayContaining(['superadmin']) });
  });

  it('a change while the connection that hears of changes is cut', async () => {
    const { browser } = await signUp(fixture.app);
    const there = atOther(browser);
    await expect.poll(() => staysInMemory(there)).toBe(true);
    await fixture.pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'other' AND datname = current_database()`,
    );
    await browser.post('/api/logout');
    await expect.poll(() => stateOf(there)).toBe(401);
  });
});
