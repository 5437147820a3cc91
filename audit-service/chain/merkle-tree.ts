import { createHash } from 'node:crypto';
import { nodeOf } from './hashes.ts';

/** The root of the tree over hashes in their order (RFC 6962, 2.1). */
export function rootOf(hashes: readonly Buffer[]): Buffer {
  const [only] = hashes;
  if (only === undefined) return createHash('sha256').digest();
  if (hashes.length === 1) return only;
  const left = leftSize(hashes.length);
  return nodeOf(rootOf(hashes.slice(0, left)), rootOf(hashes.slice(left)));
}

/** What leads from a hash, by its place from 0, to the root: the neighbours on the way, the lowest first (2.1.1). */
export function pathOf(hashes: readonly Buffer[], index: number): readonly Buffer[] {
  if (hashes.length <= 1) return [];
  const left = leftSize(hashes.length);
  return index < left
    ? [...pathOf(hashes.slice(0, left), index), rootOf(hashes.slice(left))]
    : [...pathOf(hashes.slice(left), index - left), rootOf(hashes.slice(0, left))];
}

/** The largest power of two that is less than the number of hashes. */
function leftSize(count: number): number {
  return 2 ** Math.ceil(Math.log2(count) - 1);
}
