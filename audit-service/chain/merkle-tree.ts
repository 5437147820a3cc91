import { createHash } from 'node:crypto';
import { nodeOf } from './hashes.ts';

/**
 * The root of the tree over hashes in their order (RFC 6962, 2.1). Each level pairs the nodes of the one below, and a last node
 * without a neighbour moves up as it is. That is the tree of the RFC, which splits at the largest power of two.
 */
export function rootOf(hashes: readonly Buffer[]): Buffer {
  let level = hashes;
  while (level.length > 1) level = paired(level);
  return level[0] ?? createHash('sha256').digest();
}

function paired(below: readonly Buffer[]): readonly Buffer[] {
  const above: Buffer[] = [];
  for (let n = 0; n < below.length; n += 2) {
    const [left, right] = [below[n] as Buffer, below[n + 1]];
    above.push(right === undefined ? left : nodeOf(left, right));
  }
  return above;
}

/** Where the tree over so many hashes splits: the largest power of two that is less than a number of at least 2. */
export function largestPowerBelow(number: number): number {
  let power = 1;
  while (power * 2 < number) power *= 2;
  return power;
}
