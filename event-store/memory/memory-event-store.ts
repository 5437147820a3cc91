import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import {
  type EventStore,
  HistoryChanged,
  type NewEvent,
  NO_STREAM,
  RevisionConflict,
  type StoredEvent,
  StoreUnavailable,
} from '../port.ts';
import { serialiseAppend } from '../serialise.ts';

/** How long a subscription lets events gather: what comes together is projected in one transaction. */
const GATHERING_MS = 10;

export interface MemoryEventStore extends EventStore {
  /** Loses all events after a position, as after a failover to a server that was behind. */
  goBackTo(position: bigint): void;
}

/** An event store of one process that keeps all promises of the port, at a fraction of what a server costs. */
export function createMemoryEventStore(): MemoryEventStore {
  const all: StoredEvent[] = [];
  const streams = new Map<string, StoredEvent[]>();
  const closing = new AbortController();
  const growth = new EventEmitter();

  function add(stream: string, added: readonly NewEvent[]): readonly StoredEvent[] {
    const own = streams.get(stream) ?? [];
    streams.set(stream, own);
    for (const event of added) {
      const stored = { ...event, stream, revision: own.length, position: BigInt(all.length + 1) };
      own.push(stored);
      all.push(stored);
    }
    growth.emit('grown');
    return own.slice(-added.length);
  }

  function assertOpen(): void {
    if (closing.signal.aborted) throw new StoreUnavailable('The event store is closed');
  }

  const store: MemoryEventStore = {
    async append(stream, expectedRevision, events, seen) {
      const given = serialiseAppend(stream, expectedRevision, events).map(({ eventId, type, data, metadata }) => {
        return { eventId, type, data: JSON.parse(data), metadata: JSON.parse(metadata) };
      });
      assertOpen();
      await turn();
      const own = streams.get(stream) ?? [];
      const there = own.slice(expectedRevision + 1, expectedRevision + 1 + given.length);
      const isThere = there.length === given.length && there.every(({ eventId }, n) => eventId === given[n]?.eventId);
      const actual = own.at(-1)?.revision ?? NO_STREAM;
      if (!isThere && seen !== undefined && own[expectedRevision]?.eventId !== seen) throw new HistoryChanged(stream);
      if (!isThere && actual !== expectedRevision) throw new RevisionConflict(stream, expectedRevision, actual);
      const last = (isThere ? there : add(stream, given)).at(-1) as StoredEvent;
      return { revision: last.revision, position: last.position };
    },

    async readStream(stream, fromRevision = 0) {
      await turn();
      return (streams.get(stream) ?? []).slice(fromRevision);
    },

    async readAll(afterPosition, limit) {
      await turn();
      return all.slice(Number(afterPosition), Number(afterPosition) + limit);
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
        await sleep(GATHERING_MS);
      }
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
