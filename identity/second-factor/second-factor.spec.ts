import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { codeAt, wrongCodeAt } from '../testing/authenticator.ts';
import { countedPasswords, createBrowser, createFixture, PASSWORD, signUp } from '../testing/identity-fixture.ts';
import { CODE_BACKOFF } from './code-backoff.ts';
import { ONE_TIME_PASSWORD } from './one-time-password.ts';
import { BEGUN_FOR_MS } from './second-factor.ts';

const STEP_MS = ONE_TIME_PASSWORD.stepSeconds * 1000;
const PATH = '/api/auth/second-factor';

let now = new Date('2026-05-10T10:00:00.000Z');
/** Run between the comparison of a password and what follows it. */
let afterVerifying = async () => {};
const passwords = countedPasswords();
const watched = {
  ...passwords,
  async verify(guess: { hash: string; password: string }) {
    const right = await passwords.verify(guess);
    const meanwhile = afterVerifying;
    afterVerifying = async () => {};
    await meanwhile();
    return right;
  },
};
const fixture = await createFixture({ clock: () => now, passwords: watched });
const other = await fixture.sibling();
beforeEach(() => {
  now = new Date('2026-05-10T10:00:00.000Z');
});
afterAll(() => fixture.close());

type Browser = ReturnType<typeof createBrowser>;
const begin = (browser: Browser, currentPassword = PASSWORD) => browser.post(`${PATH}/begin`, { currentPassword });
const confirm = (browser: Browser, oneTimeCode: string) => browser.post(`${PATH}/confirm`, { oneTimeCode });
const turnOff = (browser: Browser, oneTimeCode: string, currentPassword = PASSWORD) =>
  browser.post(`${PATH}/turn-off`, { currentPassword, oneTimeCode });
const stateOf = async (browser: Browser) => (await browser.get(PATH)).json();
const isSignedIn = async (browser: Browser) => (await browser.get('/api/auth/user')).statusCode === 200;
const said = ({ statusCode, json, cookies }: { statusCode: number; json(): { code: string }; cookies: unknown[] }) => [
  statusCode,
  json().code,
  cookies,
];
const later = (ms: number) => {
  now = new Date(now.getTime() + ms);
};

const signedUp = (more?: object) => signUp(fixture.app, more);

/** A person with a second factor, one step after its confirming code was used. */
async function withFactor(more: object = {}) {
  const person = await signedUp(more);
  const { secret } = (await begin(person.browser)).json();
  const { recoveryCodes } = (await confirm(person.browser, codeAt(secret, now))).json();
  later(STEP_MS);
  const login = (code?: string, app = fixture.app, fields: object = {}) =>
    createBrowser(app).login(person.email, { ...(code === undefined ? {} : { oneTimeCode: code }), ...fields });
  return { ...person, login, secret: secret as string, recoveryCodes: recoveryCodes as string[] };
}

describe('wrong one-time codes', () => {
  it('make an account wait longer and longer after a hundred in all; a right one resets that', async () => {
    const { id, login, secret } = await withFactor();
    const guess = () => login(wrongCodeAt(secret, now));
    expect((await guess()).statusCode).toBe(401);
    const guessedBefore = 'UPDATE identity.code_failures SET failures = $2 WHERE user_id = $1';
    await fixture.pool.query(guessedBefore, [id, CODE_BACKOFF.free - 1]);
    expect((await guess()).statusCode).toBe(401);
    expect((await guess()).headers['retry-after']).toBe('60');
    later(CODE_BACKOFF.firstMs);
    expect((await guess()).statusCode).toBe(401);
    const waiting = await login(codeAt(secret, now));
    expect([waiting.statusCode, waiting.json().code]).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect(waiting.headers['retry-after']).toBe('120');
    later(2 * CODE_BACKOFF.firstMs);
    expect((await guess()).statusCode).toBe(401);
    expect((await guess()).headers['retry-after']).toBe('240');
    later(4 * CODE_BACKOFF.firstMs);
    expect((await login(codeAt(secret, now))).statusCode).toBe(200);
    expect((await guess()).statusCode).toBe(401);
    expect((await guess()).statusCode).toBe(401);
  });
});

describe('setting a second factor up', () => {
  it('returns a secret of 160 bits, as text and as a URI, and is not in force yet', async () => {
    const { browser, email } = await signedUp();
    const { secret, address } = (await begin(browser)).json();
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(address).toContain(`otpauth://totp/PerkTree:${encodeURIComponent(email)}?secret=${secret}&`);
    expect(await stateOf(browser)).toEqual({ state: 'off', recoveryCodesLeft: 0 });
    expect((await createBrowser(fixture.app).login(email)).statusCode).toBe(200);
  });

  it('is in force from its first code on, which answers ten recovery codes', async () => {
    const { browser, email } = await signedUp();
    const { secret } = (await begin(browser)).json();
    const confirmed = await confirm(browser, codeAt(secret, now));
    expect(confirmed.statusCode).toBe(200);
    expect(new Set(confirmed.json().recoveryCodes).size).toBe(10);
    expect(await stateOf(browser)).toEqual({ state: 'on', recoveryCodesLeft: 10 });
    expect(said(await createBrowser(fixture.app).login(email))).toEqual([401, 'SECOND_FACTOR_REQUIRED', []]);
  });

  it('ends all other sessions in every process; this one keeps its role under a new cookie', async () => {
    const { browser, email } = await signedUp({ intent: 'business' });
    await browser.post('/api/auth/active-role', { role: 'customer' });
    const [here, there, copy] = [fixture.app, other.app, fixture.app].map((app) => createBrowser(app)) as [
      Browser,
      Browser,
      Browser,
    ];
    for (const session of [here, there]) await session.login(email);
    for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
    const { secret } = (await begin(browser)).json();
    await confirm(browser, codeAt(secret, now));
    later(1_000);
    expect(await Promise.all([here, there, copy].map(isSignedIn))).toEqual([false, false, false]);
    expect((await browser.roleInfo()).role).toBe('customer');
  });

  it('needs the password', async () => {
    const { browser } = await signedUp();
    expect(said(await begin(browser, 'not the password'))).toEqual([401, 'WRONG_CREDENTIALS', []]);
    expect(said(await confirm(browser, '000000'))).toEqual([409, 'NO_SECOND_FACTOR', []]);
  });

  it('needs a code of this secret, of the last one that was begun', async () => {
    const { browser, email } = await signedUp();
    const second = createBrowser(fixture.app);
    await second.login(email);
    const before = (await begin(browser)).json().secret;
    const { secret } = (await begin(browser)).json();
    for (const wrong of [codeAt(before, now), wrongCodeAt(secret, now), 'no code at all']) {
      expect(said(await confirm(browser, wrong))).toEqual([401, 'WRONG_ONE_TIME_CODE', []]);
    }
    expect([await isSignedIn(second), (await stateOf(browser)).state]).toEqual([true, 'off']);
    expect((await confirm(browser, codeAt(secret, now))).statusCode).toBe(200);
  });

  it('is over after half an hour', async () => {
    const { browser, id } = await signedUp();
    const { secret } = (await begin(browser)).json();
    later(BEGUN_FOR_MS + 1);
    expect(said(await confirm(browser, codeAt(secret, now)))).toEqual([409, 'NO_SECOND_FACTOR', []]);
    await fixture.identity.deleteExpired();
    const kept = await fixture.pool.query('SELECT 1 FROM identity.second_factors WHERE user_id = $1', [id]);
    expect(kept.rowCount).toBe(0);
  });

  it('is for accounts with a password and without a second factor', async () => {
    const { browser, secret } = await withFactor();
    expect(said(await begin(browser))).toEqual([409, 'SECOND_FACTOR_ON', []]);
    expect(said(await confirm(browser, codeAt(secret, now)))).toEqual([409, 'SECOND_FACTOR_ON', []]);
    const provided = await signedUp();
    await fixture.pool.query(
      `UPDATE identity.credentials SET password = NULL, provider_id = 'oidc' WHERE user_id = $1`,
      [provided.id],
    );
    expect(await stateOf(provided.browser)).toEqual({ state: 'unavailable', recoveryCodesLeft: 0 });
    for (const refused of [
      await begin(provided.browser),
      await confirm(provided.browser, '000000'),
      await turnOff(provided.browser, '000000'),
    ]) {
      expect(said(refused)).toEqual([409, 'NO_PASSWORD', []]);
    }
  });

  it('ignores a session that was ended elsewhere, in its last cached second', async () => {
    const { browser, email } = await signedUp();
    const thief = createBrowser(other.app);
    await thief.login(email);
    await isSignedIn(thief);
    const { secret } = (await begin(browser)).json();
    await fixture.identity.endSessions(email);
    expect(said(await begin(thief))).toEqual([401, 'NOT_SIGNED_IN', []]);
    expect(said(await confirm(thief, codeAt(secret, now)))).toEqual([401, 'NOT_SIGNED_IN', []]);
  });
});

describe('logging in with a second factor', () => {
  it('needs both; without the code there is neither a cookie nor a session', async () => {
    const { login, id, secret } = await withFactor();
    const sessions = async () =>
      (await fixture.pool.query('SELECT 1 FROM identity.sessions WHERE user_id = $1', [id])).rowCount;
    const before = await sessions();
    expect(said(await login())).toEqual([401, 'SECOND_FACTOR_REQUIRED', []]);
    expect(said(await login(wrongCodeAt(secret, now)))).toEqual([401, 'WRONG_ONE_TIME_CODE', []]);
    expect(await sessions()).toBe(before);
    const entered = await login(codeAt(secret, now).replace(/^.../, '$& '));
    expect([entered.statusCode, entered.cookies.length]).toEqual([200, 1]);
  });

  it('accepts each code once, and no earlier code', async () => {
    const { login, secret } = await withFactor();
    later(STEP_MS);
    const code = codeAt(secret, now);
    expect((await login(code)).statusCode).toBe(200);
    expect(said(await login(code))).toEqual([401, 'WRONG_ONE_TIME_CODE', []]);
    expect((await login(codeAt(secret, now, -1))).statusCode).toBe(401);
    expect((await login(codeAt(secret, now, 1))).statusCode).toBe(200);
  });

  it('takes it once also for the same request under its key', async () => {
    const { email, secret } = await withFactor();
    const browser = createBrowser(fixture.app);
    browser.headers['idempotency-key'] = randomUUID();
    const login = () => browser.login(email, { oneTimeCode: codeAt(secret, now) });
    expect((await login()).statusCode).toBe(200);
    expect(said(await login())).toEqual([401, 'WRONG_ONE_TIME_CODE', []]);
  });

  it('lets one of many in who have the same code at once, in two processes', async () => {
    const { login, secret, recoveryCodes } = await withFactor();
    for (const code of [codeAt(secret, now), recoveryCodes[0]]) {
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_, n) => login(code, n % 2 ? fixture.app : other.app)),
      );
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401, 401, 401, 401, 401]);
      expect(answers.filter(({ cookies }) => cookies.length > 0)).toHaveLength(1);
      await fixture.pool.query('DELETE FROM identity.failed_attempts');
    }
  });

  it('does not reveal itself to callers without the password, also not by time', async () => {
    const { email, secret } = await withFactor();
    const outcomes = [];
    for (const who of [email, `p-${randomUUID()}@example.test`]) {
      for (const code of [undefined, codeAt(secret, now), '000000']) {
        const before = passwords.counted.hash + passwords.counted.verify;
        const fields = { password: 'not the password', ...(code === undefined ? {} : { oneTimeCode: code }) };
        const answer = await createBrowser(fixture.app).login(who, fields);
        const { requestId, ...body } = answer.json();
        const headers = { ...answer.headers, date: '', 'x-request-id': '' };
        const hashes = passwords.counted.hash + passwords.counted.verify - before;
        outcomes.push({ status: answer.statusCode, body, headers, hashes, hasId: requestId !== undefined });
      }
    }
    expect(outcomes[0]).toMatchObject({ status: 401, body: { code: 'WRONG_CREDENTIALS' }, hashes: 1 });
    for (const outcome of outcomes) expect(outcome).toEqual(outcomes[0]);
  });

  it('requires the code first, and only a session uses it up', async () => {
    const { login, secret } = await withFactor();
    const business = { intent: 'business' };
    expect((await login(undefined, fixture.app, business)).json().code).toBe('SECOND_FACTOR_REQUIRED');
    const code = codeAt(secret, now);
    expect(said(await login(code, fixture.app, business))).toEqual([409, 'BUSINESS_CONFIRMATION_REQUIRED', []]);
    expect((await login(code, fixture.app, { ...business, confirmBusiness: true })).json().role).toBe('site_owner');
  });

  it('asks a login that was under way when it came into force', async () => {
    const { browser, email } = await signedUp();
    const { secret } = (await begin(browser)).json();
    const late = createBrowser(other.app);
    afterVerifying = async () => void (await confirm(browser, codeAt(secret, now)));
    expect(said(await late.login(email))).toEqual([401, 'SECOND_FACTOR_REQUIRED', []]);
    expect((await stateOf(browser)).state).toBe('on');
  });

  it.each(['a change', 'a reset'])('is not lifted by another password, by %s', async (by) => {
    const { browser, email, login, secret } = await withFactor();
    const password = 'another horse battery';
    const [path, proof] =
      by === 'a change'
        ? ['change-password', { currentPassword: PASSWORD }]
        : ['reset-password', { token: (await fixture.identity.beginPasswordReset(email)).token }];
    const changed = await browser.post(`/api/auth/${path}`, { ...proof, newPassword: password });
    expect(changed.statusCode).toBe(204);
    expect((await login(undefined, fixture.app, { password })).json().code).toBe('SECOND_FACTOR_REQUIRED');
    expect((await login(codeAt(secret, now), fixture.app, { password })).statusCode).toBe(200);
  });
});

describe('guessing codes', () => {
  it('counts as guessing passwords does, at log-in, confirming and turning off alike', async () => {
    const { browser, login, secret } = await withFactor();
    const wrong = wrongCodeAt(secret, now);
    for (let guess = 0; guess < 5; guess += 1) expect((await login(wrong)).json().code).toBe('WRONG_ONE_TIME_CODE');
    for (let guess = 0; guess < 5; guess += 1) expect((await turnOff(browser, wrong)).statusCode).toBe(401);
    const locked = await login(codeAt(secret, now));
    expect([locked.statusCode, Number(locked.headers['retry-after']) > 0, locked.cookies]).toEqual([429, true, []]);
    expect((await turnOff(browser, codeAt(secret, now))).statusCode).toBe(429);
    later(600_000);
    expect((await login(codeAt(secret, now))).statusCode).toBe(200);

    const beginner = await signedUp();
    const begun = (await begin(beginner.browser)).json().secret;
    for (let guess = 0; guess < 10; guess += 1) await confirm(beginner.browser, wrongCodeAt(begun, now));
    expect((await confirm(beginner.browser, codeAt(begun, now))).statusCode).toBe(429);
  });
});

describe('a recovery code', () => {
  it('signs in once, however it is typed, and is one less', async () => {
    const { browser, login, recoveryCodes } = await withFactor();
    const [first = '', second = ''] = recoveryCodes;
    expect((await login(first)).statusCode).toBe(200);
    expect(said(await login(first))).toEqual([401, 'WRONG_ONE_TIME_CODE', []]);
    expect((await login(second.toLowerCase().replaceAll('-', ' '))).statusCode).toBe(200);
    expect(await stateOf(browser)).toEqual({ state: 'on', recoveryCodesLeft: 8 });
  });

  it('is its account’s alone', async () => {
    const [one, another] = [await withFactor(), await withFactor()];
    expect((await one.login(another.recoveryCodes[0])).statusCode).toBe(401);
    expect(await stateOf(another.browser)).toMatchObject({ recoveryCodesLeft: 10 });
  });
});

describe('turning it off', () => {
  it('needs the password and a code, of the authenticator or a recovery code', async () => {
    const { browser, email, secret, recoveryCodes } = await withFactor();
    expect(said(await turnOff(browser, codeAt(secret, now), 'not the password'))[1]).toBe('WRONG_CREDENTIALS');
    expect(said(await turnOff(browser, wrongCodeAt(secret, now)))[1]).toBe('WRONG_ONE_TIME_CODE');
    expect((await stateOf(browser)).state).toBe('on');
    expect((await turnOff(browser, codeAt(secret, now))).statusCode).toBe(204);
    expect(await stateOf(browser)).toEqual({ state: 'off', recoveryCodesLeft: 0 });
    expect((await createBrowser(fixture.app).login(email)).statusCode).toBe(200);
    expect(said(await turnOff(browser, recoveryCodes[0] ?? ''))[1]).toBe('NO_SECOND_FACTOR');

    const careless = await withFactor();
    expect((await turnOff(careless.browser, careless.recoveryCodes[3] ?? '')).statusCode).toBe(204);
  });
});

describe('the stored data', () => {
  it('cannot be read under another SESSION_SECRET: the refusal says so, and recovery codes work', async () => {
    const { login, secret, recoveryCodes } = await withFactor();
    const { app } = await fixture.sibling({ sessionSecret: 'another secret for specs, of 32 characters' });
    expect(said(await login(undefined, app))).toEqual([401, 'SECOND_FACTOR_REQUIRED', []]);
    expect(said(await login(codeAt(secret, now), app))).toEqual([409, 'SECOND_FACTOR_UNREADABLE', []]);
    expect((await login(recoveryCodes[0], app)).statusCode).toBe(200);
  });

  it('is of no use in another account’s place', async () => {
    const [one, another] = [await withFactor(), await withFactor()];
    await fixture.pool.query(
      `UPDATE identity.second_factors SET sealed_secret =
         (SELECT sealed_secret FROM identity.second_factors WHERE user_id = $2) WHERE user_id = $1`,
      [one.id, another.id],
    );
    expect(said(await one.login(codeAt(another.secret, now)))).toEqual([409, 'SECOND_FACTOR_UNREADABLE', []]);
  });
});

describe('the operator', () => {
  it('removes one, by the address in any spelling, and signs the account out everywhere', async () => {
    const { browser, email } = await withFactor();
    // As `npm run perktree` does it: a process of its own beside the product.
    const { identity } = await fixture.sibling();
    expect(await identity.removeSecondFactor(` ${email.toUpperCase()}`)).toMatchObject({ removed: true, ended: 1 });
    later(1_000);
    expect(await isSignedIn(browser)).toBe(false);
    expect((await browser.login(email)).statusCode).toBe(200);
    expect(await identity.removeSecondFactor(email)).toMatchObject({ removed: false, ended: 1 });
    expect(fixture.log.join('\n')).not.toContain(email);
  });
});
