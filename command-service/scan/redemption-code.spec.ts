import { CODE_ALPHABET } from '@perktree/contracts/redemption/code';
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
});
