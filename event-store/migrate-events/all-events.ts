import type { EventStore, StoredEvent } from '../port.ts';

const BATCH_SIZE = 500;

/** All events of a store up to its end, in the order of their positions. */
export async function* allEvents(store: Pick<EventStore, 'readAll'>): AsyncGenerator<StoredEvent, void> {
  let position = 0n;
  for (;;) {
    const batch = await store.readAll(position, BATCH_SIZE);
    yield* batch;
    const last = batch.at(-1);
    if (last === undefined) return;
    position = last.position;
  }
}
