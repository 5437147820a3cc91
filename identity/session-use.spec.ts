import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { IDLE_LIMIT_MS, NOTE_EVERY_MS } from './session-store.ts';
import { createBrowser, createFixture, signUp } from './testing/identity-fixture.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let now = new Date('2026-05-10T10:00:00.000Z');
const fixture = await createFixture({ clock: () => now });
const other = await fixture.sibling({ shared: true });
beforeEach(() => {
  now = new Date('2026-05-10T10:00:00.000Z');
});
afterAll(() => fixture.close());

type Browser = ReturnType<typeof createBrowser>;
const after = (ms: number) => {
  now = new Date(now.getTime() + ms);
};
const signedUp = (more?: object) => signUp(fixture.app, more);
/** A read that does not count as use. */
const isSignedIn = async (browser: Browser) => (await browser.get('/api/auth/user-role')).statusCode === 200;
const lastUse = async (id: string): Promise<Date> =>
  (await fixture.pool.query('SELECT used_at FROM identity.sessions WHERE user_id = $1', [id])).rows[0]?.used_at;
const isNoted = (id: string, at = now) => expect.poll(() => lastUse(id)).toEqual(at);

describe('a session that lies idle', () => {
  it('ends after seven days, in every process', async () => {
    const { browser, id } = await signedUp({ intent: 'business' });
    const there = createBrowser(other.app);
    for (const [name, value] of browser.cookies) there.cookies.set(name, value);
    after(7 * DAY - 1_001);
    expect([await isSignedIn(browser), await isSignedIn(there)]).toEqual([true, true]);
    after(1_001);
    expect([await isSignedIn(browser), await isSignedIn(there)]).toEqual([false, false]);
    await fixture.identity.deleteExpired();
    expect(await lastUse(id)).toBeUndefined();
  });

  it('ends after 12 idle hours if the account is a superadmin, in any active role', async () => {
    const { browser, email } = await signedUp();
    await fixture.identity.grantSuperadmin(email);
    expect((await browser.roleInfo()).role).toBe('customer');
    after(12 * HOUR - 1_001);
    expect(await isSignedIn(browser)).toBe(true);
    after(1_001);
    expect(await isSignedIn(browser)).toBe(false);
  });

  it('is not prolonged by background reads of an open page', async () => {
    const { browser, id } = await signedUp();
    const begun = now;
    for (let day = 1; day < 7; day += 1) {
      after(DAY);
      expect(await isSignedIn(browser)).toBe(true);
    }
    after(DAY);
    expect(await isSignedIn(browser)).toBe(false);
    expect(await lastUse(id)).toEqual(begun);
  });
});

describe('a session that is used', () => {
  it.each([
    ['a page is opened', (browser: Browser) => browser.get('/api/auth/user')],
    ['something is done', (browser: Browser) => browser.post('/api/auth/active-role', { role: 'customer' })],
    ['something is tried', (browser: Browser) => browser.post('/api/auth/active-role', { role: 'superadmin' })],
  ])('goes on where %s', async (_, use) => {
    const { browser, id } = await signedUp();
    after(6 * DAY);
    await use(browser);
    await isNoted(id);
    after(6 * DAY);
    expect(await isSignedIn(browser)).toBe(true);
  });

  it('is written to once in five minutes, however often and in however many processes it is used', async () => {
    const { browser, id } = await signedUp();
    const there = createBrowser(other.app);
    for (const [name, value] of browser.cookies) there.cookies.set(name, value);
    const asked = vi.spyOn(fixture.pool, 'query');
    const notes = () => asked.mock.calls.filter(([query]) => (query as { name?: string }).name === 'identity-note-use');
    after(NOTE_EVERY_MS);
    const begun = now;
    for (let use = 0; use < 10; use += 1) {
      await Promise.all([browser.get('/api/auth/user'), there.get('/api/auth/user')]);
      after(NOTE_EVERY_MS / 10 - 1);
    }
    const statements = await Promise.all(asked.mock.results.map(({ value }) => value));
    const changed = statements.filter((_, n) => notes().includes(asked.mock.calls[n] as never));
    // The second process has read the recorded use, or finds nothing to change.
    expect(changed.length).toBeLessThanOrEqual(2);
    expect(changed.reduce((sum, { rowCount }: { rowCount: number }) => sum + rowCount, 0)).toBe(1);
    expect(await lastUse(id)).toEqual(begun);
    asked.mockRestore();
  });

  it('is not waited for, and is noted by the next use where it could not be', async () => {
    const { browser, id } = await signedUp();
    const begun = now;
    after(DAY);
    const query = fixture.pool.query.bind(fixture.pool) as (...given: unknown[]) => unknown;
    let fail = () => {};
    const asked = vi.spyOn(fixture.pool, 'query').mockImplementation(((...given: unknown[]) => {
      if ((given[0] as { name?: string }).name !== 'identity-note-use') return query(...given);
      return new Promise((_, reject) => {
        fail = () => reject(new Error('the connection was lost'));
      });
    }) as never);
    expect((await browser.get('/api/auth/user')).statusCode).toBe(200);
    asked.mockRestore();
    fail();
    expect(await lastUse(id)).toEqual(begun);
    await browser.get('/api/auth/user');
    await isNoted(id);
  });

  it('never ends later than its thirty days', () => {
    expect(Math.max(...Object.values(IDLE_LIMIT_MS))).toBeLessThan(30 * DAY);
  });
});
