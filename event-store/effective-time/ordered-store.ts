import type { EventStore } from '../port.ts';
import { type ClockMarks, marksInMemory } from './clock-marks.ts';
import { EffectiveClock, type OrderedEvent, type Running, withEffectiveTimes } from './effective-clock.ts';

/** What reads events in the order of the store gets their effective times with them. */
export interface OrderedStore extends Pick<EventStore, 'head'> {
  /** As `EventStore.readAll`. */
  readAll(afterPosition: bigint, limit: number): Promise<readonly OrderedEvent[]>;
  /** As `EventStore.subscribe`. */
  subscribe(options: Parameters<EventStore['subscribe']>[0]): AsyncIterable<readonly OrderedEvent[]>;
}

/** Adds effective times to any store. */
export function inEffectiveOrder(
  store: Pick<EventStore, 'readAll' | 'subscribe' | 'head'>,
  marks: ClockMarks = marksInMemory(),
): OrderedStore {
  const clock = new EffectiveClock(store, marks);
  return {
    head: () => store.head(),

    async readAll(afterPosition, limit) {
      const events = await store.readAll(afterPosition, limit);
      if (events.length === 0) return [];
      const before = await clock.at(afterPosition);
      await clock.after(before, events);
      return withEffectiveTimes(events, before.at);
    },

    async *subscribe(options) {
      let running: Running | undefined;
      for await (const batch of store.subscribe(options)) {
        running ??= await clock.at(options.afterPosition);
        const events = withEffectiveTimes(batch, running.at);
        running = await clock.after(running, batch);
        yield events;
      }
    },
  };
}
