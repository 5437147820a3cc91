import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { ATTEMPT_LIMITS } from './attempt-limits.ts';
import { createBrowser, createFixture, PASSWORD, signUp } from './testing/identity-fixture.ts';
import { quickPasswords } from './testing/quick-passwords.ts';

const NEW = 'another horse battery';
const RESET = '/api/auth/reset-password';
const HOUR = 60 * 60_000;

let now = new Date('2026-05-10T10:00:00.000Z');
/** Run before a password is hashed. */
let beforeHashing = async () => {};
const passwords = {
  ...quickPasswords,
  async hash(password: string) {
    const meanwhile = beforeHashing;
    beforeHashing = async () => {};
    await meanwhile();
    return quickPasswords.hash(password);
  },
};
const fixture = await createFixture({ clock: () => now, passwords });
const other = await fixture.sibling();
beforeEach(() => {
  now = new Date('2026-05-10T10:00:00.000Z');
});
afterAll(() => fixture.close());

let networks = 0;
/** A person who has forgotten their password, each in a separate network. */
const visitor = (app = fixture.app) => createBrowser(app, `198.51.${100 + (networks >> 8)}.${networks++ & 255}`);
const reset = (token: string, more: object = {}, browser = visitor()) =>
  browser.post(RESET, { token, newPassword: NEW, ...more });
const signedUp = (more?: object) => signUp(fixture.app, more);
const linkFor = async (email: string) => (await fixture.identity.beginPasswordReset(email)).token;
const canLogIn = async (email: string, password: string) =>
  (await visitor().login(email, { password })).statusCode === 200;
const isSignedIn = async (browser: ReturnType<typeof visitor>) =>
  (await browser.get('/api/auth/user')).statusCode === 200;

describe('a link of the operator', () => {
  it('sets a new password, invalidates the old one, and does not sign in', async () => {
    const { browser, email, id } = await signedUp();
    const token = await linkFor(` ${email.toUpperCase()}`);
    const answer = await reset(token);
    expect([answer.statusCode, answer.body, answer.cookies]).toEqual([204, '', []]);
    expect([await canLogIn(email, PASSWORD), await canLogIn(email, NEW)]).toEqual([false, true]);
    expect(await isSignedIn(browser)).toBe(false);
    expect((await browser.login(email, { password: NEW })).json().id).toBe(id);
  });

  it('ends all sessions of the account only, within a second in every process', async () => {
    const { browser, email } = await signedUp();
    const stranger = await signedUp();
    const there = createBrowser(other.app);
    await there.login(email);
    expect(await isSignedIn(there)).toBe(true);
    await reset(await linkFor(email));
    now = new Date(now.getTime() + 1_000);
    expect([await isSignedIn(browser), await isSignedIn(there)]).toEqual([false, false]);
    expect([await isSignedIn(stranger.browser), await canLogIn(stranger.email, PASSWORD)]).toEqual([true, true]);
  });

  it('holds 256 random bits, of which the database has a hash alone, and is in no log', async () => {
    const { email, id } = await signedUp();
    const [first, token] = [await linkFor(email), await linkFor(email)];
    for (const one of [first, token]) expect(one).toMatch(/^[\w-]{43}$/);
    expect(first).not.toBe(token);
    const { rows } = await fixture.pool.query(
      `SELECT r::text || encode(token_hash, 'base64') || encode(token_hash, 'escape') AS kept
       FROM identity.password_resets r WHERE user_id = $1`,
      [id],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0].kept + fixture.log.join('\n')).not.toContain(token);
    expect(fixture.log.join('\n')).not.toContain(email);
  });

  it('is refused alike for each fault: unknown, used, expired, or not the newest', async () => {
    const { email } = await signedUp();
    const older = await linkFor(email);
    const used = await linkFor(email);
    await reset(used);
    const longExpired = await linkFor((await signedUp()).email);
    now = new Date(now.getTime() + 1);
    const expired = await linkFor((await signedUp()).email);
    now = new Date(now.getTime() + HOUR - 1);
    const stillGood = await linkFor((await signedUp()).email);
    now = new Date(now.getTime() + 1);
    const texts = new Set<string>();
    for (const token of [older, used, longExpired, expired, 'unknown', `${stillGood} `, stillGood.slice(1)]) {
      const refused = await reset(token);
      const { requestId, ...body } = refused.json();
      texts.add(JSON.stringify([refused.statusCode, body, refused.cookies]));
    }
    expect(texts.size).toBe(1);
    expect([...texts][0]).toContain('RESET_LINK_INVALID');
    expect((await reset(stillGood)).statusCode).toBe(204);
    await fixture.identity.deleteExpired();
    expect((await fixture.pool.query('SELECT 1 FROM identity.password_resets')).rowCount).toBeLessThan(3);
  });

  it('lasts until a password is chosen that may be', async () => {
    const { email } = await signedUp({ firstName: 'Givenname' });
    const token = await linkFor(email);
    for (const [newPassword, code] of [
      ['too short', 'VALIDATION_FAILED'],
      ['qwertyuiop', 'PASSWORD_TOO_COMMON'],
      ['givenname-1234', 'PASSWORD_TOO_PERSONAL'],
    ]) {
      const refused = await reset(token, { newPassword });
      expect([refused.statusCode, refused.json().code]).toEqual([400, code]);
      expect(refused.json().issues).toMatchObject([{ path: 'newPassword' }]);
    }
    expect((await reset(token)).statusCode).toBe(204);
  });

  it('is invalid after a change of the password', async () => {
    const { browser, email } = await signedUp();
    const token = await linkFor(email);
    await browser.post('/api/auth/change-password', { currentPassword: PASSWORD, newPassword: NEW });
    expect((await reset(token, { newPassword: 'a thief’s password' })).json().code).toBe('RESET_LINK_INVALID');
    expect(await canLogIn(email, NEW)).toBe(true);
  });

  it('is invalid after erasure, and is not issued for an account without a password', async () => {
    const { email, id } = await signedUp();
    const token = await linkFor(email);
    await fixture.pool.query('DELETE FROM identity.users WHERE id = $1', [id]);
    expect((await reset(token)).json().code).toBe('RESET_LINK_INVALID');
    await expect(linkFor(email)).rejects.toThrow(email);
    const provider = await signedUp();
    await fixture.pool.query(
      `UPDATE identity.credentials SET password = NULL, provider_id = 'oidc' WHERE user_id = $1`,
      [provider.id],
    );
    await expect(linkFor(provider.email)).rejects.toThrow('password');
  });

  it('can be guessed a hundred times per network', async () => {
    const { email } = await signedUp();
    const token = await linkFor(email);
    const thief = visitor();
    await fixture.pool.query('DELETE FROM identity.failed_attempts');
    expect((await reset('first guess', {}, thief)).statusCode).toBe(400);
    const guessedBefore = `UPDATE identity.failed_attempts SET failures = $1 WHERE key LIKE 'reset:network:%'`;
    await fixture.pool.query(guessedBefore, [ATTEMPT_LIMITS.perNetwork - 1]);
    expect((await reset('last guess', {}, thief)).statusCode).toBe(400);
    const refused = await reset(token, {}, thief);
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '600']);
    // Other networks and logins of this network are not affected.
    expect((await thief.login(email)).statusCode).toBe(200);
    expect((await reset(token)).statusCode).toBe(204);
  });
});

describe('what happens at the same time', () => {
  it('only one of many concurrent uses of a link succeeds, across processes', async () => {
    const { email } = await signedUp();
    const token = await linkFor(email);
    const chosen = Array.from({ length: 6 }, (_, n) => `the password number ${n}`);
    const answers = await Promise.all(
      chosen.map((newPassword, n) => reset(token, { newPassword }, visitor(n % 2 === 0 ? fixture.app : other.app))),
    );
    const won = answers.findIndex(({ statusCode }) => statusCode === 204);
    expect(answers.filter(({ statusCode }) => statusCode === 204)).toHaveLength(1);
    for (const [n, password] of chosen.entries()) expect(await canLogIn(email, password)).toBe(n === won);
  });

  it('a newer link made meanwhile is the one that counts', async () => {
    const { email } = await signedUp();
    const older = await linkFor(email);
    let newer = '';
    beforeHashing = async () => {
      newer = await linkFor(email);
    };
    expect((await reset(older)).json().code).toBe('RESET_LINK_INVALID');
    expect(await canLogIn(email, PASSWORD)).toBe(true);
    expect((await reset(newer)).statusCode).toBe(204);
  });

  it('of logins with the old password no session is left', async () => {
    const { email } = await signedUp();
    const token = await linkFor(email);
    const logins = Array.from({ length: 6 }, (_, n) => visitor(n % 2 === 0 ? fixture.app : other.app));
    await Promise.all([reset(token), ...logins.map((login) => login.login(email))]);
    now = new Date(now.getTime() + 1_000);
    for (const login of logins) expect(await isSignedIn(login)).toBe(false);
  });
});

it('gets its first answer again under its key', async () => {
  const { email } = await signedUp();
  const token = await linkFor(email);
  const browser = visitor();
  browser.headers['idempotency-key'] = randomUUID();
  const answers = [await reset(token, {}, browser), await reset(token, {}, browser)];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([204, 204]);
  expect((await reset(token, { newPassword: 'a thief’s password' }, browser)).json().code).toBe(
    'IDEMPOTENCY_KEY_REUSED',
  );
  expect(await canLogIn(email, NEW)).toBe(true);
});
