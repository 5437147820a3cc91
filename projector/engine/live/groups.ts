import type { Projection } from './projection.ts';

/** Read models that one projector at a time keeps up to date, and the name of their lease. */
export interface Group {
  readonly name: string;
  readonly projections: readonly Projection[];
}

/**
 * Divides the read models into groups, so that several projectors share the work. Each read model still sees events in order.
 * All projectors of a database must use the same number.
 * @throws RangeError if `partitions` is not a positive integer
 */
export function groupsOf(projections: readonly Projection[], partitions: number): readonly Group[] {
  if (!Number.isInteger(partitions) || partitions < 1)
    throw new RangeError(`Not a number of partitions: ${partitions}`);
  const count = Math.min(partitions, Math.max(projections.length, 1));
  return Array.from({ length: count }, (_, index) => ({
    name: `read models ${index + 1} of ${count}`,
    projections: projections.filter((_projection, place) => place % count === index),
  }));
}
