import pLimit from 'p-limit';

/**
 * Streams that one call reads in parallel: as many as the Postgres store answers in one query. The EventStoreDB store bounds
 * its own calls.
 */
const LANES = 200;

/** Consecutive parts of a list, each of so many items or fewer. */
export const inParts = <Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, n) => items.slice(n * size, (n + 1) * size));

/** `Promise.all` over a map with bounded concurrency; results in the order of the items. */
export const inLanes = <Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> => pLimit(LANES).map(items, work);
