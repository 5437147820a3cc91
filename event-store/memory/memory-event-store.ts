import { EventEmitter, once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { systemTimers } from '@perktree/platform/time/timers';
import { assertUnchanged } from '../append-outcome.ts';
import { newsOf } from '../news.ts';
import { type EventStore, type StoredEvent, StoreUnavailable } from '../port.ts';
import { type SerialisedEvent, serialiseAppend } from '../serialise.ts';

/** How long a subscription collects events in milliseconds, so that they share a transaction. */
const GATHERING_MS = 10;

interface MemoryEventStore extends EventStore {
  /** Loses all events after a position, as a failover to a lagging server does. */
  goBackTo(position: bigint): void;
}

/** Data and metadata stay text: that takes a third of the memory, and no reader can change stored data. */
interface KeptEvent extends Omit<SerialisedEvent, 'bytes'> {
  readonly stream: string;
  readonly revision: number;
  readonly position: number;
}

const toStored = ({ stream, revision, position, eventId, type, data, metadata }: KeptEvent): StoredEvent => ({
  eventId,
  type,
  data: JSON.parse(data),
  metadata: JSON.parse(metadata),
  stream,
  revision,
  position: BigInt(position),
});

/** An in-process event store that keeps all promises of the port, at a fraction of a server's cost. */
export function createMemoryEventStore(): MemoryEventStore {
  const all: KeptEvent[] = [];
  const streams = new Map<string, KeptEvent[]>();
  const closing = new AbortController();
  const growth = new EventEmitter();

  function add(stream: string, added: readonly SerialisedEvent[]): readonly KeptEvent[] {
    const own = streams.get(stream) ?? [];
    streams.set(stream, own);
    for (const { eventId, type, data, metadata } of added) {
      const kept = { eventId, type, data, metadata, stream, revision: own.length, position: all.length + 1 };
      own.push(kept);
      all.push(kept);
    }
    growth.emit('grown');
    return own.slice(-added.length);
  }

  function assertOpen(): void {
    if (closing.signal.aborted) throw new StoreUnavailable('The event store is closed');
  }

  const store: MemoryEventStore = {
    comparesReads: true,

    async append(stream, expectedRevision, events, condition) {
      const given = serialiseAppend(stream, expectedRevision, events);
      assertOpen();
      await turn();
      const own = streams.get(stream) ?? [];
      const there = own.slice(expectedRevision + 1, expectedRevision + 1 + given.length);
      const isThere = there.length === given.length && there.every(({ eventId }, n) => eventId === given[n]?.eventId);
      const ofStream = (name: string) => streams.get(name) ?? [];
      if (!isThere) assertUnchanged({ stream, expectedRevision, ...condition }, ofStream, toStored);
      const last = (isThere ? there : add(stream, given)).at(-1) as KeptEvent;
      return { revision: last.revision, position: BigInt(last.position) };
    },

    async readStream(stream, fromRevision = 0, toRevision = Number.POSITIVE_INFINITY) {
      await turn();
      return (streams.get(stream) ?? []).slice(fromRevision, toRevision + 1).map(toStored);
    },

    async readAll(afterPosition, limit) {
      await turn();
      return all.slice(Number(afterPosition), Number(afterPosition) + limit).map(toStored);
    },

    async *subscribe({ afterPosition, batchSize, signal }) {
      const over = AbortSignal.any([signal, closing.signal]);
      const grown = () => once(growth, 'grown', { signal: over }).catch(() => {});
      let position = afterPosition;
      while (!over.aborted) {
        const more = grown();
        const batch = await store.readAll(position, batchSize);
        if (over.aborted) return;
        const last = batch.at(-1);
        if (last) {
          position = last.position;
          yield batch;
        }
        if (batch.length < batchSize) await more;
        await systemTimers.sleep(GATHERING_MS);
      }
    },

    async news(since) {
      await turn();
      return newsOf(all, since);
    },

    async head() {
      assertOpen();
      return BigInt(all.length);
    },

    goBackTo(position) {
      for (const { stream } of all.splice(Number(position)).reverse()) streams.get(stream)?.pop();
    },

    close: async () => closing.abort(),
  };
  return store;
}
