import { CODE_ALPHABET, parseRedemptionCode } from '@perktree/contracts/redemption/code';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomRedemptionCode } from './open-scan.ts';

describe('redemption codes', () => {
  it('are XXX-XXX, of Crockford letters that are not easily mistaken, from a space of 28^6 or more', () => {
    for (let i = 0; i < 500; i += 1)
      expect(randomRedemptionCode()).toMatch(/^[2-9A-HJKMNP-RTV-Y]{3}-[2-9A-HJKMNP-RTV-Y]{3}$/);
    expect(new Set(CODE_ALPHABET).size).toBe(CODE_ALPHABET.length);
    expect(CODE_ALPHABET.length).toBeGreaterThanOrEqual(28);
    expect(CODE_ALPHABET).not.toMatch(/[01ILOU]/);
  });

  it('use all letters at all places', () => {
    const seen = Array.from({ length: 6 }, () => new Set<string>());
    for (let i = 0; i < 2_000; i += 1) {
      [...randomRedemptionCode().replace('-', '')].forEach((letter, place) => {
        seen[place]?.add(letter);
      });
    }
    expect(seen.map((letters) => letters.size)).toEqual(Array(6).fill(CODE_ALPHABET.length));
  });

  it.each([
    ...['K7M-2QX', ' k7m-2qx ', 'K7M2QX', 'k7m2qx\n', 'k7m-zqx'],
    ...['K7M 2QX', 'K7M–2QX', 'K7M — 2QX', 'K7M\u00a02QX', 'K7M\u22122QX', 'K7M\u20112QX'],
  ])('are understood as typed: %j', (typed) => {
    expect(parseRedemptionCode(typed)).toBe('K7M-2QX');
  });

  it.each(['', '   ', 'K7M-2Q', 'K7M-2QXX', 'K-7M2QX', 'K7M--2QX', 'K0M-2QX', 'KIM-2QX', 'K7M_2QX', '-K7M2QX'])(
    'are not found in %j',
    (typed) => {
      expect(parseRedemptionCode(typed)).toBeNull();
    },
  );

  it('survive any casing, spaces around, and a missing hyphen', () => {
    fc.assert(
      fc.property(fc.boolean(), fc.boolean(), fc.constantFrom('', ' ', '\t'), (lower, bare, around) => {
        const code = randomRedemptionCode();
        const typed = bare ? code.replace('-', '') : code;
        expect(parseRedemptionCode(around + (lower ? typed.toLowerCase() : typed) + around)).toBe(code);
      }),
    );
  });
});
