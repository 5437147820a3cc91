import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { ATTEMPT_LIMITS } from './attempt-limits.ts';
import { countedPasswords, createBrowser, createFixture, PASSWORD } from './testing/identity-fixture.ts';

const passwords = countedPasswords();
let now = new Date('2026-05-10T10:00:00.000Z');
const fixture = await createFixture({ passwords, clock: () => now });
afterAll(() => fixture.close());
beforeEach(() => fixture.pool.query('DELETE FROM identity.failed_attempts'));

const address = () => `p-${randomUUID()}@example.test`;
const login = (email: string, password: string, ip?: string, app = fixture.app) =>
  createBrowser(app, ip).post('/api/auth/login', { email, password });
const registered = async () => {
  const email = address();
  await createBrowser(fixture.app).register(email);
  return email;
};
const times = <T>(count: number, work: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, i) => work(i)));

describe('an address without an account', () => {
  it('is answered like a wrong password, at the same cost', async () => {
    const email = await registered();
    const outcomes = [];
    for (const [who, password] of [
      [email, 'wrong'],
      [address(), 'wrong'],
    ] as const) {
      const before = passwords.counted.hash + passwords.counted.verify;
      const response = await login(who, password);
      const { requestId, ...body } = response.json();
      expect(requestId).toEqual(expect.any(String));
      const headers = { ...response.headers, date: '', 'x-request-id': '' };
      const hashes = passwords.counted.hash + passwords.counted.verify - before;
      outcomes.push({ status: response.statusCode, body, headers, hashes });
    }
    expect(outcomes[0]).toMatchObject({ status: 401, body: { code: 'WRONG_CREDENTIALS' }, hashes: 1 });
    expect(outcomes[1]).toEqual(outcomes[0]);
  });
});

describe('the limit of an account', () => {
  it('reports the wait, even for the correct password, then opens again', async () => {
    const email = await registered();
    for (let i = 0; i < ATTEMPT_LIMITS.perAccount; i += 1) expect((await login(email, 'wrong')).statusCode).toBe(401);
    const before = { ...passwords.counted };
    const refused = await login(email.toUpperCase(), PASSWORD);
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect(Number(refused.headers['retry-after'])).toBe(600);
    expect(passwords.counted).toEqual(before);
    now = new Date(now.getTime() + 9 * 60_000);
    expect((await login(email, PASSWORD)).headers['retry-after']).toBe('60');
    now = new Date(now.getTime() + 60_000);
    expect((await login(email, PASSWORD)).statusCode).toBe(200);
  });

  it('holds under concurrency: no more guesses than allowed are checked', async () => {
    const email = await registered();
    const before = passwords.counted.verify;
    const responses = await times(40, () => login(email, 'wrong'));
    expect(responses.filter(({ statusCode }) => statusCode === 401)).toHaveLength(ATTEMPT_LIMITS.perAccount);
    expect(responses.filter(({ statusCode }) => statusCode === 429)).toHaveLength(40 - ATTEMPT_LIMITS.perAccount);
    expect(passwords.counted.verify - before).toBe(ATTEMPT_LIMITS.perAccount);
  });

  it('holds for all processes together and over restarts', async () => {
    const email = await registered();
    for (let i = 0; i < 5; i += 1) await login(email, 'wrong');
    const { app } = await fixture.sibling();
    for (let i = 0; i < 5; i += 1) expect((await login(email, 'wrong', undefined, app)).statusCode).toBe(401);
    expect((await login(email, 'wrong', undefined, app)).statusCode).toBe(429);
    expect((await login(email, PASSWORD)).statusCode).toBe(429);
  });

  it('does not count successes, however many at once', async () => {
    const email = await registered();
    const responses = await times(30, () => login(email, PASSWORD));
    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    const { rows } = await fixture.pool.query(
      'SELECT sum(failures)::int AS failures FROM identity.failed_attempts WHERE key LIKE $1',
      ['login:%'],
    );
    expect(rows[0].failures).toBe(0);
  });

  it('is only spent by guesses', async () => {
    const email = await registered();
    for (let i = 0; i < 12; i += 1) {
      const response = await createBrowser(fixture.app).login(email, { intent: 'business' });
      expect(response.statusCode).toBe(409);
    }
    expect((await login(email, PASSWORD)).statusCode).toBe(200);
  });
});

describe('the limit of a network', () => {
  it('stops a network that tries many accounts, without affecting others', async () => {
    const email = await registered();
    const wrong = async (host: number) => (await login(address(), 'wrong', `2001:db8:0:7::${host}`)).statusCode;
    expect(await wrong(1)).toBe(401);
    const failedBefore = `UPDATE identity.failed_attempts SET failures = $1 WHERE key LIKE 'login:network:%'`;
    await fixture.pool.query(failedBefore, [ATTEMPT_LIMITS.perNetwork - 1]);
    expect([await wrong(2), await wrong(3)]).toEqual([401, 429]);
    expect((await login(email, PASSWORD, '2001:db8:0:7:ffff::1')).statusCode).toBe(429);
    expect((await login(email, PASSWORD, '2001:db8:0:8::1')).statusCode).toBe(200);
  });
});

describe('registering', () => {
  it('limits attempts to find registered addresses', async () => {
    const email = await registered();
    const visitor = createBrowser(fixture.app);
    for (let i = 0; i < ATTEMPT_LIMITS.perAccount; i += 1) expect((await visitor.register(email)).statusCode).toBe(409);
    const refused = await visitor.register(email);
    expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
    // The account's owner can still sign in.
    expect((await login(email, PASSWORD)).statusCode).toBe(200);
  });
});

describe('the stored data', () => {
  it('contains no addresses, and is deleted after its window', async () => {
    const email = address();
    await login(email, 'wrong');
    const { rows } = await fixture.pool.query('SELECT key FROM identity.failed_attempts');
    expect(rows).toHaveLength(2);
    for (const { key } of rows) expect(key).toMatch(/^login:(account|network):[\w-]{43}$/);
    await fixture.identity.deleteExpired();
    expect((await fixture.pool.query('SELECT 1 FROM identity.failed_attempts')).rowCount).toBe(2);
    now = new Date(now.getTime() + ATTEMPT_LIMITS.windowMs);
    await fixture.identity.deleteExpired();
    expect((await fixture.pool.query('SELECT 1 FROM identity.failed_attempts')).rowCount).toBe(0);
  });
});
