import { randomInt } from 'node:crypto';
import { tidyRedemptionCode } from '@perktree/contracts/redemption-code';

/**
 * Crockford's base32 without characters that are easily misread: 0 and 1 (it has no I, L, O, U), and S and Z, which are
 * accepted as 5 and 2. 28^6 codes, about 480 million per site.
 */
export const CODE_ALPHABET = '23456789ABCDEFGHJKMNPQRTVWXY';
const HALF = 3;
const MISREAD: Readonly<Record<string, string>> = { S: '5', Z: '2' };
const CODE = new RegExp(`^[${CODE_ALPHABET}]{${HALF * 2}}$`);

/** Creates a code such as `K7M-2QX`. */
export type NewRedemptionCode = () => string;

export const randomRedemptionCode: NewRedemptionCode = () => {
  const letters = Array.from({ length: HALF * 2 }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]);
  return hyphenated(letters.join(''));
};

/** Normalizes a typed code, with or without hyphen or space. Null: not a code. */
export function parseRedemptionCode(typed: string): string | null {
  const letters = tidyRedemptionCode(typed)
    .replace(/^(.{3})-(.{3})$/, '$1$2')
    .replace(/[SZ]/g, (letter) => MISREAD[letter] ?? letter);
  return CODE.test(letters) ? hyphenated(letters) : null;
}

function hyphenated(letters: string): string {
  return `${letters.slice(0, HALF)}-${letters.slice(HALF)}`;
}
