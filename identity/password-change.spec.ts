import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createBrowser, createFixture, PASSWORD, signUp } from './testing/identity-fixture.ts';
import { quickPasswords } from './testing/quick-passwords.ts';

const NEW = 'another horse battery';
const CHANGE = '/api/auth/change-password';
const END_OTHERS = '/api/auth/end-other-sessions';

let now = new Date('2026-05-10T10:00:00.000Z');
/** Run between the comparison of a password and what follows it. */
let afterVerifying = async () => {};
const passwords = {
  ...quickPasswords,
  async verify(guess: { hash: string; password: string }) {
    const right = await quickPasswords.verify(guess);
    const meanwhile = afterVerifying;
    afterVerifying = async () => {};
    await meanwhile();
    return right;
  },
};
const fixture = await createFixture({ clock: () => now, passwords });
const other = await fixture.sibling();
beforeEach(() => {
  now = new Date('2026-05-10T10:00:00.000Z');
});
afterAll(() => fixture.close());

type Browser = ReturnType<typeof createBrowser>;
const change = (browser: Browser, more: object = {}) =>
  browser.post(CHANGE, { currentPassword: PASSWORD, newPassword: NEW, ...more });
const endOthers = (browser: Browser, currentPassword = PASSWORD) => browser.post(END_OTHERS, { currentPassword });
const signedUp = (more?: object) => signUp(fixture.app, more);
const elsewhere = async (email: string, app = fixture.app) => {
  const browser = createBrowser(app);
  await browser.login(email);
  await browser.get('/api/auth/user');
  return browser;
};
/** A copy of the browser's cookies, as a thief would have. */
const copyOf = ({ cookies }: Browser) => {
  const copy = createBrowser(fixture.app);
  for (const [name, value] of cookies) copy.cookies.set(name, value);
  return copy;
};
const isSignedIn = async (browser: Browser) => (await browser.get('/api/auth/user')).statusCode === 200;
const codeOf = async (answer: Promise<{ json(): { code: string } }>) => (await answer).json().code;

describe('changing the password', () => {
  it('accepts the new password and refuses the old one, and answers without a body', async () => {
    const { browser, email } = await signedUp();
    const answer = await change(browser);
    expect([answer.statusCode, answer.body, answer.headers['content-type']]).toEqual([204, '', undefined]);
    expect(await codeOf(createBrowser(fixture.app).login(email))).toBe('WRONG_CREDENTIALS');
    expect((await createBrowser(fixture.app).login(email, { password: NEW })).statusCode).toBe(200);
  });

  it('keeps the role under a new cookie; the previous cookie is invalid', async () => {
    const { browser } = await signedUp({ intent: 'business' });
    await browser.post('/api/auth/active-role', { role: 'customer' });
    const before = copyOf(browser);
    await change(browser);
    expect((await browser.roleInfo()).role).toBe('customer');
    expect(await isSignedIn(before)).toBe(false);
  });

  it('ends all other sessions of the account only, within a second in other processes', async () => {
    const { browser, email } = await signedUp();
    const stranger = await signedUp();
    const [here, there] = [await elsewhere(email), await elsewhere(email, other.app)];
    await change(browser);
    expect(await isSignedIn(here)).toBe(false);
    now = new Date(now.getTime() + 1_000);
    expect(await isSignedIn(there)).toBe(false);
    expect([await isSignedIn(browser), await isSignedIn(stranger.browser)]).toEqual([true, true]);
  });

  it('needs the current password, and counts wrong ones as a login does', async () => {
    const { browser, email } = await signedUp();
    for (let guess = 0; guess < 10; guess += 1) {
      const refused = await change(browser, { currentPassword: `guess ${guess}` });
      expect([refused.statusCode, refused.json().code, refused.cookies]).toEqual([401, 'WRONG_CREDENTIALS', []]);
    }
    const locked = await change(browser);
    expect([locked.statusCode, Number(locked.headers['retry-after'])]).toEqual([429, 600]);
    expect((await createBrowser(fixture.app).login(email)).statusCode).toBe(429);
    now = new Date(now.getTime() + 600_000);
    expect(await isSignedIn(await elsewhere(email))).toBe(true);
  });

  it.each([
    ['a short one', 'x'.repeat(9)],
    ['one that is too long', 'x'.repeat(201)],
    ['the same again', PASSWORD],
    ['a number', 7],
  ])('refuses %s, at its field', async (_, newPassword) => {
    const { browser, email } = await signedUp();
    const refused = await change(browser, { newPassword });
    expect([refused.statusCode, refused.json().code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(refused.json().issues).toMatchObject([{ path: 'newPassword' }]);
    expect(await isSignedIn(await elsewhere(email))).toBe(true);
  });

  it.each([
    ['a common one', 'PASSWORD_TOO_COMMON', 'qwerty123456'],
    ['the name of its owner', 'PASSWORD_TOO_PERSONAL', 'givenname-1234'],
  ])('refuses %s, also with a wrong current password', async (_, code, newPassword) => {
    const { browser, email } = await signedUp({ firstName: 'Givenname' });
    for (const currentPassword of [PASSWORD, 'a wrong one']) {
      const refused = await change(browser, { currentPassword, newPassword });
      expect([refused.statusCode, refused.json().code]).toEqual([400, code]);
      expect(refused.json().issues).toMatchObject([{ path: 'newPassword' }]);
    }
    expect(await isSignedIn(await elsewhere(email))).toBe(true);
  });

  it('reports an account without a password', async () => {
    const { browser, id } = await signedUp();
    await fixture.pool.query(
      `UPDATE identity.credentials SET password = NULL, provider_id = 'oidc' WHERE user_id = $1`,
      [id],
    );
    const refused = await change(browser);
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'NO_PASSWORD']);
    expect(await isSignedIn(browser)).toBe(true);
  });
});

describe('what happens at the same time', () => {
  it('one of two changes wins, and its password alone is right', async () => {
    const { browser, email } = await signedUp();
    const second = await elsewhere(email);
    afterVerifying = async () => void (await change(second, { newPassword: 'the faster password' }));
    expect((await change(browser)).statusCode).toBe(401);
    expect(await codeOf(createBrowser(fixture.app).login(email, { password: NEW }))).toBe('WRONG_CREDENTIALS');
    expect((await createBrowser(fixture.app).login(email, { password: 'the faster password' })).statusCode).toBe(200);
  });

  it('a login with the old password, begun before the change, does not outlive it', async () => {
    const { browser, email } = await signedUp();
    const late = createBrowser(other.app);
    afterVerifying = async () => void (await change(browser));
    expect(await codeOf(late.login(email))).toBe('WRONG_CREDENTIALS');
    expect(late.cookies.size).toBe(0);
    expect(await isSignedIn(browser)).toBe(true);
  });

  it('ignores a session that was ended elsewhere, in its last cached second', async () => {
    const { browser, email } = await signedUp();
    const thief = await elsewhere(email, other.app);
    await endOthers(browser);
    // Its process still takes it for signed in.
    expect(await codeOf(change(thief))).toBe('NOT_SIGNED_IN');
    expect(await codeOf(endOthers(thief))).toBe('NOT_SIGNED_IN');
    expect(await isSignedIn(browser)).toBe(true);
    expect((await createBrowser(fixture.app).login(email)).statusCode).toBe(200);
  });

  it('is rolled back as a whole after a failure', async () => {
    const { browser, email } = await signedUp();
    const second = await elsewhere(email);
    // A session that cannot begin.
    await fixture.pool.query('ALTER TABLE identity.sessions ADD CONSTRAINT none CHECK (false) NOT VALID');
    try {
      expect((await change(browser)).statusCode).toBe(500);
    } finally {
      await fixture.pool.query('ALTER TABLE identity.sessions DROP CONSTRAINT none');
    }
    expect([await isSignedIn(browser), await isSignedIn(second)]).toEqual([true, true]);
    expect((await createBrowser(fixture.app).login(email)).statusCode).toBe(200);
  });
});

describe('a used key', () => {
  it('gets the first answer again, without a cookie, and no further guesses', async () => {
    const { browser } = await signedUp();
    browser.headers['idempotency-key'] = randomUUID();
    const before = copyOf(browser);
    Object.assign(before.headers, browser.headers);
    expect((await change(browser)).statusCode).toBe(204);
    const again = await change(before);
    expect([again.statusCode, again.body, again.cookies]).toEqual([204, '', []]);
    expect(await isSignedIn(before)).toBe(false);
    for (let guess = 0; guess < 10; guess += 1) {
      expect(await codeOf(change(before, { newPassword: `a long guess ${guess}` }))).toBe('IDEMPOTENCY_KEY_REUSED');
    }
    // The correct password is refused like a wrong one now.
    expect((await change(before, { newPassword: 'a last long guess' })).statusCode).toBe(429);
    expect((await change(before)).statusCode).toBe(429);
  });
});

describe('ending all other sessions', () => {
  it('leaves this one, within a second in every process', async () => {
    const { browser, email } = await signedUp();
    const stranger = await signedUp();
    const [here, there] = [await elsewhere(email), await elsewhere(email, other.app)];
    const cookies = new Map(browser.cookies);
    const answer = await endOthers(browser);
    expect([answer.statusCode, answer.body, browser.cookies]).toEqual([204, '', cookies]);
    expect(await isSignedIn(here)).toBe(false);
    now = new Date(now.getTime() + 1_000);
    expect([await isSignedIn(there), await isSignedIn(browser)]).toEqual([false, true]);
    expect(await isSignedIn(stranger.browser)).toBe(true);
  });

  it('leaves one of two that end each other', async () => {
    const { browser, email } = await signedUp();
    const second = await elsewhere(email, other.app);
    const answers = await Promise.all([endOthers(browser), endOthers(second)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 401]);
  });

  it('needs the current password, and counts wrong ones as a login does', async () => {
    const { browser, email } = await signedUp();
    const second = await elsewhere(email);
    for (let guess = 0; guess < 10; guess += 1) {
      const refused = await browser.post(END_OTHERS, guess === 0 ? {} : { currentPassword: `guess ${guess}` });
      expect([refused.statusCode, refused.json().code]).toEqual([401, 'WRONG_CREDENTIALS']);
    }
    expect((await endOthers(browser)).statusCode).toBe(429);
    expect([await isSignedIn(second), await isSignedIn(browser)]).toEqual([true, true]);
  });

  it('requires no password of an account without one', async () => {
    const { browser, email, id } = await signedUp();
    const second = await elsewhere(email);
    await fixture.pool.query(
      `UPDATE identity.credentials SET password = NULL, provider_id = 'oidc' WHERE user_id = $1`,
      [id],
    );
    expect((await browser.post(END_OTHERS, {})).statusCode).toBe(204);
    expect([await isSignedIn(second), await isSignedIn(browser)]).toEqual([false, true]);
  });
});

describe('the operator', () => {
  it('signs an account out everywhere, by its address in any spelling, within a second', async () => {
    const { browser, email } = await signedUp();
    const stranger = await signedUp();
    const second = await elsewhere(email, other.app);
    // As `npm run perktree` does: a separate process.
    const { identity } = await fixture.sibling();
    expect(await identity.endSessions(` ${email.toUpperCase()}`)).toBe(2);
    now = new Date(now.getTime() + 1_000);
    expect([await isSignedIn(browser), await isSignedIn(second)]).toEqual([false, false]);
    expect(await isSignedIn(stranger.browser)).toBe(true);
    expect((await browser.login(email)).statusCode).toBe(200);
    expect(fixture.log.join('\n')).not.toContain(email);
  });
});
