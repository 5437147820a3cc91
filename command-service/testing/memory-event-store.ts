import { assertUnchanged } from '@perktree/event-store/append-outcome';
import { newsOf } from '@perktree/event-store/news';
import {
  type AppendCondition,
  type Appended,
  type EventStore,
  type HeadEvent,
  type NewEvent,
  type News,
  NO_STREAM,
  type StoredEvent,
} from '@perktree/event-store/port';

/** An event store in memory that counts its calls and fails where a test says so. */
export class MemoryEventStore implements EventStore {
  readonly all: StoredEvent[] = [];
  reads = 0;
  appends = 0;
  /** Questions for news. */
  asked = 0;
  /** How long reads and news take. */
  latency: () => Promise<unknown> = () => new Promise((resolve) => setImmediate(resolve));
  /** Runs before an append. The caller gets the error that it throws. */
  beforeAppend: (stream: string) => Promise<void> | void = () => {};
  /** Runs after an append is stored, before the caller gets the result. The caller gets the error that it throws. */
  afterAppend: (stream: string) => Promise<void> | void = () => {};

  /** Drops the events after a position, like a failover to a server that lagged. */
  goBackTo(position: bigint): void {
    this.all.splice(Number(position));
  }

  readonly comparesReads = true;

  /** Calls the handler of the store with events of others; null: some were missed. */
  tell: (events: readonly StoredEvent[] | null) => void = () => {};

  readonly followOthers = (listener: (events: readonly StoredEvent[] | null) => void) => {
    this.tell = listener;
  };

  async append(
    stream: string,
    expectedRevision: number,
    events: readonly NewEvent[],
    condition?: AppendCondition,
  ): Promise<Appended> {
    this.appends += 1;
    await this.beforeAppend(stream);
    const ofStream = (name: string) => this.all.filter((event) => event.stream === name);
    const before = ofStream(stream);
    const stored = before.slice(expectedRevision + 1, expectedRevision + 1 + events.length);
    const isRepeated = stored.length > 0 && events.every((event, index) => stored[index]?.eventId === event.eventId);
    if (!isRepeated) {
      assertUnchanged({ stream, expectedRevision, ...condition }, ofStream, (event) => event);
      events.forEach((event, index) => {
        const json = JSON.parse(JSON.stringify({ data: event.data, metadata: event.metadata }));
        const place = { stream, revision: expectedRevision + 1 + index, position: BigInt(this.all.length + 1) };
        this.all.push({ ...event, ...json, ...place });
      });
    }
    await this.afterAppend(stream);
    const revision = expectedRevision + events.length;
    const last = this.all.find((event) => event.stream === stream && event.revision === revision);
    return { revision, position: last?.position ?? 0n };
  }

  async readStream(
    stream: string,
    fromRevision = 0,
    toRevision = Number.POSITIVE_INFINITY,
  ): Promise<readonly StoredEvent[]> {
    this.reads += 1;
    await this.latency();
    return this.all
      .filter((event) => event.stream === stream)
      .filter(({ revision }) => revision >= fromRevision && revision <= toRevision);
  }

  async readAll(afterPosition: bigint, limit: number): Promise<readonly StoredEvent[]> {
    return this.all.filter((event) => event.position > afterPosition).slice(0, limit);
  }

  async *subscribe(): AsyncIterable<readonly StoredEvent[]> {
    yield this.all;
  }

  async news(since: HeadEvent | null): Promise<News> {
    this.asked += 1;
    await this.latency();
    return newsOf(this.all, since);
  }

  async head(): Promise<bigint> {
    return this.all.at(-1)?.position ?? 0n;
  }

  revisionOf(stream: string): number {
    return this.all.findLast((event) => event.stream === stream)?.revision ?? NO_STREAM;
  }

  async close(): Promise<void> {}
}
