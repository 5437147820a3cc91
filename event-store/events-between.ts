import type { EventStore } from './port.ts';

/** Most events that are counted one by one in a store whose positions have gaps. */
export const COUNTED_UP_TO = 10_000;
const PAGE = 1_000;

/**
 * The number of events after a position, up to another one. In a store whose positions have gaps, they are read to count
 * them, up to `COUNTED_UP_TO`.
 * @param upTo the position of an event that `readAll` returns, not of a system event
 */
export async function eventsBetween(
  store: Pick<EventStore, 'readAll' | 'hasDensePositions'>,
  after: bigint,
  upTo: bigint,
): Promise<bigint> {
  if (after >= upTo) return 0n;
  // biome-ignore lint/plugin: these positions are numbers of events
  if (store.hasDensePositions) return upTo - after;
  let count = 0;
  for (let from = after; from < upTo && count < COUNTED_UP_TO; ) {
    const page = await store.readAll(from, PAGE);
    const last = page.at(-1);
    if (last === undefined) break;
    count += page.filter(({ position }) => position <= upTo).length;
    from = last.position;
  }
  return BigInt(count);
}
