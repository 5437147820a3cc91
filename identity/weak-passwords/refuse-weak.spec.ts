import { createRequire } from 'node:module';
import { PASSWORD_LENGTH } from '@perktree/contracts/account/password-length';
import { Refused } from '@perktree/contracts/kernel/refusals';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createWeakPasswords, isCommonPassword, withoutKnownWords } from './refuse-weak.ts';

const owner = { email: 'ana.harbour@kiosk-nord.test', firstName: 'Ángela', lastName: 'de la Fuente' };
const refuse = createWeakPasswords(['Rabatt Insel']);
const codeOf = async (password: string) => {
  try {
    await refuse({ field: 'password', password, owner });
    return null;
  } catch (error) {
    return error instanceof Refused ? error.code : error;
  }
};

describe('common passwords', () => {
  it.each([
    ['qwertyuiop', 'as they stand'],
    ['1234567890', 'of digits'],
    ['QwertyUIOP', 'with capitals'],
    ['ｑｗｅｒｔｙｕｉｏｐ', 'in another form of the same letters'],
    ['password2024', 'with a year'],
    ['password 1!', 'with a space and signs'],
    ['manchester#', 'with a sign'],
  ])('%s is one: %s', async (password) => {
    expect(password.length).toBeGreaterThanOrEqual(PASSWORD_LENGTH.min);
    expect(await isCommonPassword(password)).toBe(true);
  });

  it.each([
    ['correct horse battery'],
    ['another long password'],
    ['qwertyuiop makes no sense'],
    ['manchester#####'],
    ['k7#vQ2!mPz'],
    ['look-around-freely'],
  ])('%s is none', async (password) => expect(await isCommonPassword(password)).toBe(false));

  it('are at least the 3,000 most common ones that are long enough (ASVS 6.2.4)', async () => {
    const load = createRequire(createRequire(import.meta.url).resolve('fxa-common-password-list'));
    const { Decoder } = load('incremental-encoder').default;
    const words: string[] = new Decoder().decode(load('./encoded-passwords').split('\n'));
    const longEnough = words.filter((word) => word.length >= PASSWORD_LENGTH.min);
    expect(longEnough.length).toBeGreaterThan(3_000);
    for (const word of longEnough) expect(await isCommonPassword(word)).toBe(true);
  });
});

describe('a password', () => {
  it.each(['aaaaaaaaaaaaaa', 'AaAaAaAaAaAa', '1212121212', 'abcabcabcabc', 'wxyzwxyzwxyzwx', '!!!!!!!!!!1'])(
    '%s repeats itself',
    async (password) => expect(await codeOf(password)).toBe('PASSWORD_REPEATS'),
  );

  it.each(['banana boat banana', 'abcdeabcdeabcde', 'aaaaaa bbbbbb cc'])(
    '%s does not repeat itself',
    async (password) => expect(await codeOf(password)).toBeNull(),
  );

  it.each([
    ['perktree-demo', 'the product'],
    ['PerkTree, PerkTree!', 'the product twice'],
    ['rabattinsel2024', 'what this installation calls it'],
    ['insel ana.harbour 1', 'the address'],
    ['harbour*kiosk*nord', 'parts of the address'],
    ['ÁNGELA-1234567', 'the first name'],
    ['fuente fuente 99', 'a part of the last name'],
    ['delafuente!1234', 'the last name without its spaces'],
  ])('%s rests on %s', async (password) => expect(await codeOf(password)).toBe('PASSWORD_TOO_PERSONAL'));

  it.each([
    ['angela has four brown cows'],
    ['perktree helps me sell more'],
    // Words of less than four letters stand in others by chance.
    ['lampposts of la mancha'],
    ['correct horse battery'],
  ])('%s is long enough without known words', async (password) => expect(await codeOf(password)).toBeNull());

  it('is refused at its field, with the whole sentence', async () => {
    await expect(refuse({ field: 'newPassword', password: 'qwertyuiop', owner })).rejects.toMatchObject({
      status: 400,
      issues: [{ path: 'newPassword', message: expect.stringContaining('This password is too common') }],
    });
    await expect(refuse({ field: 'password', password: 'perktree-demo', owner })).rejects.toMatchObject({
      message: expect.stringContaining('Use at least 10 characters'),
    });
  });

  it('keeps everything that is not a guessable word', () => {
    const word = fc.string({ maxLength: 12, unit: 'grapheme' });
    fc.assert(
      fc.property(word, word, word, (email, firstName, lastName) => {
        const rest = withoutKnownWords('•••••••••• PerkTree', { email, firstName, lastName });
        expect(rest).not.toContain('perktree');
        if (![email, firstName, lastName].join('').includes('•')) expect(rest).toContain('••••••••••');
      }),
      { numRuns: 200 },
    );
  });
});
