import { assertUnchanged } from '@perktree/event-store/append-outcome';
import { newsOf } from '@perktree/event-store/news';
import {
  type AppendCondition,
  type EventStore,
  type HeadEvent,
  HistoryChanged,
  type NewEvent,
  OutcomeUnknown,
  ServerReplaced,
  type StoredEvent,
  StoreUnavailable,
  type StreamVersion,
} from '@perktree/event-store/port';
import { serialiseAppend } from '@perktree/event-store/serialise';
import type { Machine } from './machine.ts';
import type { PlantedBug } from './planted-bugs.ts';

/** Longest delay of a subscription, in milliseconds. */
const SUBSCRIPTION_DELAY_MS = 15;

/** The durable log that all simulated processes share. */
export class SimulatedLog {
  readonly all: StoredEvent[] = [];
  /** Incremented by each failover that lost events. */
  history = 0;
  private readonly streams = new Map<string, StoredEvent[]>();
  private waiting: (() => void)[] = [];

  constructor(readonly bug: PlantedBug | null) {}

  /** Resolves with the next append or failover, or when the signal aborts. */
  changed(signal: AbortSignal): Promise<void> {
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

  /** @throws AppendConflict, HistoryChanged */
  check(stream: string, expected: number, events: readonly NewEvent[], condition: AppendCondition): void {
    if (this.isStored(stream, expected, events)) return;
    const isNamed = this.bug !== 'store gone back beneath a cache';
    const nameless = ({ stream, revision }: StreamVersion) => ({ stream, revision, eventId: undefined });
    const { seen, reads = [] } = condition;
    const expectedRevision = this.bug === 'guard not checked' ? this.stream(stream).length - 1 : expected;
    const compared = {
      ...{ stream, expectedRevision, seen: isNamed && expectedRevision === expected ? seen : undefined },
      reads: isNamed ? reads : reads.map(nameless),
    };
    assertUnchanged(
      compared,
      (name) => this.stream(name),
      (event) => event,
    );
  }

  /** Appends the events unless they are stored already. */
  add(stream: string, expected: number, events: readonly NewEvent[]) {
    const own = this.streams.get(stream) ?? [];
    this.streams.set(stream, own);
    if (this.isStored(stream, expected, events)) {
      const { revision, position } = own[expected + events.length] as StoredEvent;
      return { revision, position };
    }
    for (const event of events) {
      const stored = { ...event, stream, revision: own.length, position: BigInt(this.all.length + 1) };
      own.push(stored);
      this.all.push(stored);
    }
    this.announce();
    return { revision: own.length - 1, position: this.head() };
  }

  /** A failover to a replica that lacked the newest events. */
  loseNewest(count: number): void {
    for (const { stream } of this.all.splice(this.all.length - count)) this.streams.get(stream)?.pop();
    this.history += 1;
    this.announce();
  }

  /** All events after a known one; null: it is not in the log. */
  since(known: HeadEvent | null): readonly StoredEvent[] | null {
    if (known === null || this.all[Number(known.position) - 1]?.eventId !== known.eventId) return null;
    return this.all.slice(Number(known.position));
  }

  private isStored(stream: string, expected: number, events: readonly NewEvent[]): boolean {
    const there = this.stream(stream).slice(expected + 1, expected + 1 + events.length);
    return there.length === events.length && there.every(({ eventId }, n) => eventId === events[n]?.eventId);
  }

  private announce(): void {
    for (const done of this.waiting.splice(0)) done();
  }
}

/** The event store port of one process. An append may fail, may happen without an answer, and may outlive its process. */
export function storeOf(log: SimulatedLog, machine: Machine): EventStore {
  const unavailable = () => new StoreUnavailable('the simulated store does not answer');
  const read = <T>(work: () => T) => machine.ask(work, unavailable);
  const { bug } = log;
  let { history } = log;
  let replacedAt = Number.NEGATIVE_INFINITY;

  /** As in the Postgres adapter, decisions made before this process noticed the failover are refused. */
  function refuseReplaced(stream: string, readAt: number | undefined): void {
    if (bug === 'store gone back beneath a cache') return;
    if (history !== log.history) replacedAt = machine.time.now();
    history = log.history;
    if (readAt !== undefined && readAt <= replacedAt) throw new ServerReplaced(stream);
  }

  async function appendTo(...[stream, expected, events, condition = {}]: Parameters<EventStore['append']>) {
    refuseReplaced(stream, condition.readAt);
    log.check(stream, expected, events, condition);
    if (bug === 'two writers') await machine.pause();
    const isLost = bug === 'acknowledged and not stored' && stream.startsWith('redemptions-');
    const others = log.since(known);
    if (isLost && machine.dice.next() < 0.5) {
      return { appended: { revision: expected + events.length, position: log.head() }, others, head: known };
    }
    const appended = log.add(stream, expected, events);
    return { appended, others, head: { position: appended.position, eventId: events.at(-1)?.eventId ?? null } };
  }

  /** As in the Postgres adapter. */
  let known: HeadEvent | null = null;
  let tell: (events: readonly StoredEvent[] | null) => void = () => {};

  return {
    comparesReads: true,
    async append(stream, expected, events, condition) {
      const given = serialiseAppend(stream, expected, events).map(({ eventId, type, data, metadata }) => {
        return { eventId, type, data: JSON.parse(data), metadata: JSON.parse(metadata) };
      });
      const { appended, others, head } = await machine.ask(
        () => appendTo(stream, expected, given, condition),
        (isDone) =>
          isDone || machine.dice.next() < 0.5 ? new OutcomeUnknown('the append has no answer') : unavailable(),
      );
      tell(others);
      if (others === null || head === null || head.position > (known?.position ?? 0n)) known = head;
      return appended;
    },
    followOthers: (listener) => {
      tell = listener;
    },
    readStream: (stream, from = 0, to = Number.POSITIVE_INFINITY) => read(() => log.stream(stream).slice(from, to + 1)),
    readAll: (after, limit) => read(() => log.after(after, limit)),
    async *subscribe({ afterPosition, batchSize, signal }) {
      let position = afterPosition;
      const { history } = log;
      while (!signal.aborted) {
        // The port reconnects without its caller.
        const batch = await read(() => log.after(position, batchSize)).catch(() => []);
        if (signal.aborted) return;
        if (log.history !== history) throw new HistoryChanged('$all');
        position = batch.at(-1)?.position ?? position;
        const given = bug === 'subscription with a gap' ? batch.filter((event) => event.position % 7n !== 0n) : batch;
        if (given.length > 0) yield given;
        else if (position === log.head()) await log.changed(signal);
        await machine.time.sleep(machine.dice.next() * SUBSCRIPTION_DELAY_MS);
      }
    },
    news: (since) => read(() => newsOf(log.all, since)),
    head: () => read(() => log.head()),
    close: async () => {},
  };
}
