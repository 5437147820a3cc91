import {
  type EventStore,
  HistoryChanged,
  type NewEvent,
  NO_STREAM,
  OutcomeUnknown,
  RevisionConflict,
  type StoredEvent,
  StoreUnavailable,
} from '@perktree/event-store/port';
import { serialiseAppend } from '@perktree/event-store/serialise';
import type { Machine } from './machine.ts';

/** How late a subscription may hear of new events, in milliseconds. */
const LATE_MS = 15;

/** The log on the disk, which all processes share and none of them takes along when it dies. */
export class SimulatedLog {
  readonly all: StoredEvent[] = [];
  private readonly streams = new Map<string, StoredEvent[]>();
  private waiting: (() => void)[] = [];

  /** Ends with the next append, or when the signal aborts. */
  grown(signal: AbortSignal): Promise<void> {
    return new Promise((done) => {
      const end = () => {
        signal.removeEventListener('abort', end);
        done();
      };
      this.waiting.push(end);
      signal.addEventListener('abort', end, { once: true });
    });
  }

  head(): bigint {
    return this.all.at(-1)?.position ?? 0n;
  }

  stream(name: string): readonly StoredEvent[] {
    return this.streams.get(name) ?? [];
  }

  after(position: bigint, limit: number): readonly StoredEvent[] {
    return this.all.slice(Number(position), Number(position) + limit);
  }

  /** @throws RevisionConflict, HistoryChanged */
  append(stream: string, expected: number, events: readonly NewEvent[], seen?: string) {
    const own = this.streams.get(stream) ?? [];
    const there = own.slice(expected + 1, expected + 1 + events.length);
    const isThere = there.length === events.length && there.every(({ eventId }, n) => eventId === events[n]?.eventId);
    const actual = own.at(-1)?.revision ?? NO_STREAM;
    if (!isThere && seen !== undefined && own[expected]?.eventId !== seen) throw new HistoryChanged(stream);
    if (!isThere && actual !== expected) throw new RevisionConflict(stream, expected, actual);
    if (!isThere) this.add(stream, own, events);
    const last = own[expected + events.length] as StoredEvent;
    return { revision: last.revision, position: last.position };
  }

  private add(stream: string, own: StoredEvent[], events: readonly NewEvent[]): void {
    this.streams.set(stream, own);
    for (const event of events) {
      const stored = { ...event, stream, revision: own.length, position: BigInt(this.all.length + 1) };
      own.push(stored);
      this.all.push(stored);
    }
    for (const done of this.waiting.splice(0)) done();
  }
}

/** The event store as one process has it: appends may fail, or happen without an answer; the process may die meanwhile. */
export function storeOf(log: SimulatedLog, machine: Machine): EventStore {
  const unavailable = () => new StoreUnavailable('the simulated store does not answer');
  const read = <T>(work: () => T) => machine.ask(work, unavailable);
  return {
    async append(stream, expected, events, seen) {
      const given = serialiseAppend(stream, expected, events).map(({ eventId, type, data, metadata }) => {
        return { eventId, type, data: JSON.parse(data), metadata: JSON.parse(metadata) };
      });
      // Whether it has happened or not, nobody knows when it fails; at times the store knows that it has not.
      return machine.ask(
        () => log.append(stream, expected, given, seen),
        (isDone) =>
          isDone || machine.dice.next() < 0.5 ? new OutcomeUnknown('the append has no answer') : unavailable(),
      );
    },
    readStream: (stream, from = 0) => read(() => log.stream(stream).slice(from)),
    readAll: (after, limit) => read(() => log.after(after, limit)),
    async *subscribe({ afterPosition, batchSize, signal }) {
      let position = afterPosition;
      while (!signal.aborted) {
        // It reconnects by itself (event-store/port.ts).
        const batch = await read(() => log.after(position, batchSize)).catch(() => []);
        if (signal.aborted) return;
        position = batch.at(-1)?.position ?? position;
        if (batch.length > 0) yield batch;
        else if (position === log.head()) await log.grown(signal);
        await machine.time.sleep(machine.dice.next() * LATE_MS);
      }
    },
    head: () => read(() => log.head()),
    close: async () => {},
  };
}
