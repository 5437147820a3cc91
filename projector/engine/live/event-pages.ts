import type { OrderedEvent } from '@perktree/event-store/effective-time/effective-clock';
import type { OrderedStore } from '@perktree/event-store/effective-time/ordered-store';

/** Most events of one read. */
const PAGE = 2_000;

/** The events after a position, up to another one. */
export async function readChunk(
  store: OrderedStore,
  after: bigint,
  upTo: bigint,
  chunkSize: number,
): Promise<readonly OrderedEvent[]> {
  const events: OrderedEvent[] = [];
  for (let from = after; from < upTo && events.length < chunkSize; ) {
    const page = await store.readAll(from, Math.min(PAGE, chunkSize - events.length));
    events.push(...page.filter(({ position }) => position <= upTo));
    const last = page.at(-1);
    if (last === undefined) break;
    from = last.position;
  }
  return events;
}
