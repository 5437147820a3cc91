import type { EventStore, StoredEvent } from '../port.ts';
import { type ClockMarks, marksInMemory } from './clock-marks.ts';
import { EffectiveClock, type OrderedEvent, type Running, withEffectiveTimes } from './effective-clock.ts';

/** Reads events in the order of the store, with their effective times. */
export interface OrderedStore extends Pick<EventStore, 'head'> {
  /** As `EventStore.readAll`. */
  readAll(afterPosition: bigint, limit: number): Promise<readonly OrderedEvent[]>;
  /** As `EventStore.subscribe`. */
  subscribe(options: Parameters<EventStore['subscribe']>[0]): AsyncIterable<readonly OrderedEvent[]>;
  /** Adds the effective times that the events will have if they are stored directly after a position. */
  next(afterPosition: bigint, events: readonly StoredEvent[]): Promise<readonly OrderedEvent[]>;
  /** Records that the events are stored directly after the position. */
  stored(afterPosition: bigint, events: readonly StoredEvent[]): Promise<void>;
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
        if (running === undefined) running = await clock.at(options.afterPosition);
        const first = batch[0];
        // Stores that can skip events have positions without gaps, so a gap shows skipped events.
        if (first && options.reached && first.position !== running.position + 1n)
          running = await clock.at(first.position - 1n);
        const events = withEffectiveTimes(batch, running.at);
        running = await clock.after(running, batch);
        yield events;
      }
    },

    async next(afterPosition, events) {
      return withEffectiveTimes(events, (await clock.at(afterPosition)).at);
    },

    async stored(afterPosition, events) {
      await clock.after(await clock.at(afterPosition), events);
    },
  };
}
