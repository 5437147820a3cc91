import type { Projection } from './projection.ts';

/** The read models that one projector at a time keeps up to date, and the name of the lease for it. */
export interface Group {
  readonly name: string;
  readonly projections: readonly Projection[];
}

/**
 * Deals the read models into groups, each in one of them, so that several projectors share the work. The order of events
 * within a read model stays. All projectors of a database are to be given the same number.
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
