import { createHash } from 'node:crypto';
import { nodeOf } from './hashes.ts';

/**
 * The tree over hashes in their order (RFC 6962, 2.1), with all its nodes. Each level pairs the nodes of the one below, and a
 * last node without a neighbour moves up as it is. That is the tree of the RFC, which splits at the largest power of two.
 */
export class MerkleTree {
  /** The lowest first. */
  private readonly levels: readonly (readonly Buffer[])[];

  constructor(hashes: readonly Buffer[]) {
    const levels = [hashes];
    for (let below = hashes; below.length > 1; ) {
      below = paired(below);
      levels.push(below);
    }
    this.levels = levels;
  }

  get root(): Buffer {
    return this.levels.at(-1)?.[0] ?? createHash('sha256').digest();
  }

  /** The root of the subtree over `count` hashes from an index on, where the tree has one. */
  rootWithin(from: number, count: number): Buffer {
    const height = Math.ceil(Math.log2(count));
    return this.levels[height]?.[from / 2 ** height] as Buffer;
  }

  /** The Merkle path of a hash, by its index from 0: the sibling hashes up to the root, the lowest first (2.1.1). */
  pathOf(index: number): readonly Buffer[] {
    return this.levels.flatMap((level, height) => level[Math.floor(index / 2 ** height) ^ 1] ?? []);
  }
}

/** The root of the tree over hashes in their order. */
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
