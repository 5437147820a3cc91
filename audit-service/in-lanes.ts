import pLimit from 'p-limit';

/**
 * Streams that one call reads in parallel: as many as the Postgres store answers in one query. The EventStoreDB store bounds
 * its own calls.
 */
const LANES = 200;

/** `Promise.all` over a map with bounded concurrency; results in the order of the items. */
export const inLanes = <Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> => pLimit(LANES).map(items, work);
