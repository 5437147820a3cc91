import type { ConsistencyProof } from '@perktree/contracts/audit/chain-calls';
import type { Pool } from 'pg';
import { largestPowerBelow, rootOf } from './merkle-tree.ts';
import { recordedTree, SEGMENT_EVENTS, type TreeOver } from './segments.ts';

/** The root of the subtree over some of the hashes, from index `from` and before index `to`. */
type RootWithin = (from: number, to: number) => Buffer;

/**
 * The consistency proof of RFC 6962, 2.1.2: hashes from which a reader computes the roots of the trees over the first `first` and
 * over all `size` hashes, so that the one is a beginning of the other.
 * @param first from 1 to `size`
 */
export function consistencyPath(first: number, size: number, rootWithin: RootWithin): readonly Buffer[] {
  const subproof = (from: number, to: number, isFromStart: boolean): readonly Buffer[] => {
    if (first === to) return isFromStart ? [] : [rootWithin(from, to)];
    const middle = from + largestPowerBelow(to - from);
    return first <= middle
      ? [...subproof(from, middle, isFromStart), rootWithin(middle, to)]
      : [...subproof(middle, to, false), rootWithin(from, middle)];
  };
  return subproof(0, size, true);
}

/** The proof that the first `from` of the recorded events are the beginning of the first `to`; null: the record has gaps. */
export async function consistencyProof(pool: Pool, from: number, to: number): Promise<ConsistencyProof | null> {
  const [path, partsPath] = await Promise.all([pathOver(pool, 'leaves', from, to), pathOver(pool, 'parts', from, to)]);
  return path && { from, to, path, partsPath };
}

/** Hexadecimal; null: not all events of the tree were recorded with such a hash. */
async function pathOver(pool: Pool, over: TreeOver, from: number, to: number): Promise<string[] | null> {
  const tree = await recordedTree(pool, over, to);
  if (tree === null) return null;
  const border = Math.floor(from / SEGMENT_EVENTS);
  const hashes = await tree.hashesOf(border);
  const before = border * SEGMENT_EVENTS;
  // A subtree is of whole segments, or lies within the segment of the border.
  const rootWithin: RootWithin = (start, end) => {
    const isOfSegments = start % SEGMENT_EVENTS === 0 && (end % SEGMENT_EVENTS === 0 || end === to);
    const [first, last] = [start / SEGMENT_EVENTS, Math.ceil(end / SEGMENT_EVENTS)];
    return rootOf(isOfSegments ? tree.roots.slice(first, last) : hashes.slice(start - before, end - before));
  };
  return consistencyPath(from, to, rootWithin).map((hash) => hash.toString('hex'));
}
