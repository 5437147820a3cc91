import { setTimeout as sleep } from 'node:timers/promises';
import type { OrderedEvent } from '@perktree/event-store/effective-time/effective-clock';
import { inEffectiveOrder } from '@perktree/event-store/effective-time/ordered-store';
import type { EventStore } from '@perktree/event-store/port';

/** Sorts all events by tenant as they come: asking the store for those of one tenant would mean reading them all. */
export function sortByTenant(store: EventStore) {
  const stopping = new AbortController();
  const events = new Map<string, OrderedEvent[]>();
  let seen = 0n;
  const done = (async () => {
    const all = inEffectiveOrder(store).subscribe({ afterPosition: 0n, batchSize: 500, signal: stopping.signal });
    for await (const batch of all) {
      for (const event of batch) {
        const { tenantId } = event.data as { tenantId?: string };
        if (tenantId !== undefined) events.set(tenantId, [...(events.get(tenantId) ?? []), event]);
        seen = event.position;
      }
    }
  })();
  return {
    async eventsOf(tenantId: string) {
      const head = await store.head();
      while (seen < head) await sleep(5);
      return events.get(tenantId) ?? [];
    },
    async stop() {
      stopping.abort();
      await done;
    },
  };
}
