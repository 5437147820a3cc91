import { randomInt } from 'node:crypto';
import { CODE_ALPHABET, CODE_HALF, hyphenated } from '@perktree/contracts/redemption/code';

/** Creates a code such as `K7M-2QX`. */
export type NewRedemptionCode = () => string;

export const randomRedemptionCode: NewRedemptionCode = () => {
  const letters = Array.from({ length: CODE_HALF * 2 }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]);
  return hyphenated(letters.join(''));
};
