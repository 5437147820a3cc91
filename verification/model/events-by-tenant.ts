import { setTimeout as sleep } from 'node:timers/promises';
import type { OrderedEvent } from '@perktree/event-store/effective-time/effective-clock';
import { inEffectiveOrder } from '@perktree/event-store/effective-time/ordered-store';
import type { EventStore } from '@perktree/event-store/port';

/** Sorts events by tenant on arrival, as the store has no index by tenant. */
export function sortByTenant(store: EventStore) {
  const events = new Map<string, OrderedEvent[]>();
  let seen = 0n;
  let reading = readAll();

  function readAll() {
    const stopping = new AbortController();
    const { signal } = stopping;
    const done = (async () => {
      for await (const batch of inEffectiveOrder(store).subscribe({ afterPosition: 0n, batchSize: 500, signal })) {
        for (const event of batch) {
          const { tenantId } = event.data as { tenantId?: string };
          if (tenantId !== undefined) events.set(tenantId, [...(events.get(tenantId) ?? []), event]);
          seen = event.position;
        }
      }
    })();
    return { stopping, done };
  }
  const stop = async () => {
    reading.stopping.abort();
    await reading.done;
  };

  return {
    async eventsOf(tenantId: string) {
      const head = await store.head();
      while (seen < head) await sleep(5);
      return events.get(tenantId) ?? [];
    },
    /** Reads everything again, after the store has lost events. */
    async restart() {
      await stop();
      events.clear();
      seen = 0n;
      reading = readAll();
    },
    stop,
  };
}
