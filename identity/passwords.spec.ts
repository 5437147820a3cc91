import { describe, expect, it } from 'vitest';
import { scryptPasswords } from './passwords.ts';

describe('scryptPasswords', () => {
  it('keeps a salted key of 64 bytes, never the password', async () => {
    const [one, other] = await Promise.all([
      scryptPasswords.hash('same password'),
      scryptPasswords.hash('same password'),
    ]);
    expect(one).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/);
    expect(other).not.toBe(one);
  });

  it('knows the password again in any Unicode form, and no other', async () => {
    const hash = await scryptPasswords.hash('ﬁve Ångström'.normalize('NFC'));
    expect(await scryptPasswords.verify({ hash, password: 'five Ångström'.normalize('NFD') })).toBe(true);
    expect(await scryptPasswords.verify({ hash, password: 'five Angström' })).toBe(false);
  });

  it('takes the longest password that may be chosen, made of characters that grow when normalised', async () => {
    const password = '\ufdfa'.repeat(200);
    const hash = await scryptPasswords.hash(password);
    expect(await scryptPasswords.verify({ hash, password })).toBe(true);
  });
});
