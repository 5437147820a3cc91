import type { EventStore } from '@perktree/event-store/port';
import type { Pool } from 'pg';
import { readSegment, SEGMENT_EVENTS, segmentReaching } from '../chain/segments.ts';

/** The numbers of events in the chain, by their positions, which in some engines have gaps. */
export async function numbersOf(
  { store, pool }: { readonly store: Pick<EventStore, 'readAll'>; readonly pool: Pool },
  positions: readonly bigint[],
): Promise<ReadonlyMap<bigint, number>> {
  const numbers = new Map<bigint, number>();
  for (const position of positions) {
    if (numbers.has(position)) continue;
    const segment = await segmentReaching(pool, position);
    if (segment === null) continue;
    const before = segment === 0 ? null : await readSegment(pool, segment - 1);
    const events = await store.readAll(before?.lastPosition ?? 0n, SEGMENT_EVENTS);
    for (const [n, event] of events.entries()) numbers.set(event.position, segment * SEGMENT_EVENTS + n + 1);
  }
  return numbers;
}
