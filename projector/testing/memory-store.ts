import { newsOf } from '@perktree/event-store/news';
import {
  type EventStore,
  type HeadEvent,
  HistoryChanged,
  type News,
  type StoredEvent,
} from '@perktree/event-store/port';

/** An event store in memory, for tests that break it or that need histories no command would write. */
export class MemoryStore implements EventStore {
  readonly events: StoredEvent[] = [];
  private readonly waiting = new Set<() => void>();

  /** Adds events unchanged, at the next positions. */
  push(...events: readonly StoredEvent[]): void {
    for (const event of events) this.events.push({ ...event, position: BigInt(this.events.length + 1) });
    this.wakeAll();
  }

  private wakeAll(): void {
    for (const wake of this.waiting) wake();
  }

  /** Removes the events after a position, like a failover to a lagging server. */
  goBackTo(position: number): void {
    this.events.splice(position);
    this.wakeAll();
  }

  async *subscribe(options: { afterPosition: bigint; batchSize: number; signal: AbortSignal }) {
    let position = options.afterPosition;
    let given: StoredEvent | undefined;
    while (!options.signal.aborted) {
      if (given && this.events[Number(given.position) - 1] !== given) throw new HistoryChanged(given.stream);
      const batch = await this.readAll(position, options.batchSize);
      const last = batch.at(-1);
      if (last === undefined) {
        await this.change(options.signal);
        continue;
      }
      [position, given] = [last.position, last];
      yield batch;
    }
  }

  async readAll(afterPosition: bigint, limit: number): Promise<readonly StoredEvent[]> {
    return this.events.slice(Number(afterPosition), Number(afterPosition) + limit);
  }

  async readStream(stream: string): Promise<readonly StoredEvent[]> {
    return this.events.filter((event) => event.stream === stream);
  }

  async readSince(streams: readonly string[], position: bigint): Promise<readonly (readonly StoredEvent[])[]> {
    const whole = await Promise.all(streams.map((stream) => this.readStream(stream)));
    return whole.map((events) =>
      events.slice(
        Math.max(
          events.findLastIndex((e) => e.position <= position),
          0,
        ),
      ),
    );
  }

  async news(since: HeadEvent | null): Promise<News> {
    return newsOf(this.events, since);
  }

  async head(): Promise<bigint> {
    return BigInt(this.events.length);
  }

  async append(): Promise<never> {
    throw new Error('this store is filled by push');
  }

  async close(): Promise<void> {}

  private change(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        this.waiting.delete(wake);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      this.waiting.add(wake);
      signal.addEventListener('abort', wake);
    });
  }
}
