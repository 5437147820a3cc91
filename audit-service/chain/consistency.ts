import type { ConsistencyProof } from '@perktree/contracts/audit/chain-calls';
import type { Pool } from 'pg';
import { largestPowerBelow, rootOf } from './merkle-tree.ts';
import { recordedHashes, rootsBefore, SEGMENT_EVENTS, type TreeOver } from './segments.ts';

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
  const lastSegment = Math.ceil(to / SEGMENT_EVENTS) - 1;
  const borderSegment = Math.floor(from / SEGMENT_EVENTS);
  const roots = await rootsBefore(pool, lastSegment, over);
  const hashes = new Map<number, readonly Buffer[]>();
  for (const segment of new Set([Math.min(borderSegment, lastSegment), lastSegment])) {
    hashes.set(segment, await recordedHashes(pool, segment, over));
  }
  const isWhole =
    roots?.length === lastSegment && (hashes.get(lastSegment)?.length ?? 0) + lastSegment * SEGMENT_EVENTS >= to;
  if (!isWhole) return null;

  const inSegment = (segment: number, start: number, end: number) => {
    const before = segment * SEGMENT_EVENTS;
    const there = hashes.get(segment);
    return there ? rootOf(there.slice(start - before, end - before)) : (roots[segment] as Buffer);
  };
  // A subtree lies within a segment, or begins with one: both have sizes that are powers of two.
  const rootWithin: RootWithin = (start, end) => {
    const [first, last] = [Math.floor(start / SEGMENT_EVENTS), Math.ceil(end / SEGMENT_EVENTS) - 1];
    if (first === last) return inSegment(first, start, end);
    const segments = Array.from({ length: last - first + 1 }, (_, n) => first + n);
    return rootOf(
      segments.map((segment) => {
        const endOfSegment = (segment + 1) * SEGMENT_EVENTS;
        return inSegment(segment, segment * SEGMENT_EVENTS, Math.min(end, endOfSegment));
      }),
    );
  };
  return consistencyPath(from, to, rootWithin).map((hash) => hash.toString('hex'));
}
