import { randomBytes, scryptSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { argon2Passwords } from './passwords.ts';
import { createFixture, type Fixture, PASSWORD } from './testing/identity-fixture.ts';

/** A hash as the product made them before argon2id. */
function hashPassword(password: string): string {
  const salt = randomBytes(16).toString('hex');
  const key = scryptSync(password, salt, 64, { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 });
  return `${salt}:${key.toString('hex')}`;
}

describe('argon2Passwords', () => {
  it('keeps a salted argon2id hash by OWASP’s parameters, never the password', async () => {
    const [one, other] = await Promise.all([
      argon2Passwords.hash('same password'),
      argon2Passwords.hash('same password'),
    ]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(other).not.toBe(one);
    expect(argon2Passwords.isOutdated?.(one)).toBe(false);
  });

  it('knows the password again in any Unicode form, and no other', async () => {
    const hash = await argon2Passwords.hash('ﬁve Ångström'.normalize('NFC'));
    expect(await argon2Passwords.verify({ hash, password: 'five Ångström'.normalize('NFD') })).toBe(true);
    expect(await argon2Passwords.verify({ hash, password: 'five Angström' })).toBe(false);
  });

  it('takes the longest password that may be chosen, made of characters that grow when normalised', async () => {
    const password = '\ufdfa'.repeat(200);
    const hash = await argon2Passwords.hash(password);
    expect(await argon2Passwords.verify({ hash, password })).toBe(true);
  });

  it('verifies the hashes of scrypt from before', async () => {
    const hash = hashPassword('an old password');
    expect(await argon2Passwords.verify({ hash, password: 'an old password' })).toBe(true);
    expect(await argon2Passwords.verify({ hash, password: 'another password' })).toBe(false);
    expect(argon2Passwords.isOutdated?.(hash)).toBe(true);
  });
});

describe('a login with a password from before', () => {
  let fixture: Fixture;
  beforeAll(async () => {
    fixture = await createFixture({ passwords: argon2Passwords });
  });
  afterAll(() => fixture.close());

  it('replaces its hash once it is right, and works again', async () => {
    const email = 'old@example.test';
    const send = (url: string, password: string) =>
      fixture.app.inject({ method: 'POST', url: `/api/auth/${url}`, payload: { email, password } });
    const stored = async () => {
      const { rows } = await fixture.pool.query<{ password: string }>(
        'SELECT c.password FROM identity.credentials c JOIN identity.users u ON u.id = c.user_id WHERE u.email = $1',
        [email],
      );
      return rows[0]?.password ?? '';
    };
    await send('register', PASSWORD);
    const old = hashPassword(PASSWORD);
    await fixture.pool.query('UPDATE identity.credentials SET password = $1', [old]);
    expect((await send('login', 'a wrong password')).statusCode).toBe(401);
    expect(await stored()).toBe(old);
    expect((await send('login', PASSWORD)).statusCode).toBe(200);
    expect(await stored()).toMatch(/^\$argon2id\$/);
    expect((await send('login', PASSWORD)).statusCode).toBe(200);
  });
});
