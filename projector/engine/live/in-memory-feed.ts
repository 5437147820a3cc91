import type { Incoming } from './decoding.ts';
import type { Projection } from './projection.ts';

/** Most buffered events for the asynchronous read models; older ones they read from the log. */
const MAX_EVENTS = 5_000;

/** An in-memory buffer that passes events from the inline read models to the asynchronous ones. */
export class InMemoryFeed {
  /** All events after `start` that were added, without gaps. */
  private events: readonly Incoming[] = [];
  private end: bigint;
  /** Changes with each event: read it before querying events, then wait for the next one. */
  turn = 0;
  private wake = () => {};

  /** @param start position after which every event will be added */
  constructor(
    private start: bigint,
    /** The asynchronous read models: events are decoded for them as well as for the inline ones. */
    readonly projections: readonly Projection[],
  ) {
    this.end = start;
  }

  /** Adds events in the order of the log. Events that were added before are skipped. */
  add(batch: readonly Incoming[]): void {
    const fresh = batch.filter(({ stored }) => stored.position > this.end);
    const last = fresh.at(-1);
    if (last === undefined) return;
    this.end = last.stored.position;
    this.events = [...this.events, ...fresh];
    if (this.events.length > MAX_EVENTS) {
      this.events = [];
      this.start = this.end;
    }
    this.turn += 1;
    this.wake();
  }

  /**
   * Returns the next events after a position, and drops those before.
   * @returns null: they are not buffered any more, and must be read from the log
   */
  after(position: bigint, max: number): readonly Incoming[] | null {
    if (position < this.start) return null;
    this.events = this.events.filter(({ stored }) => stored.position > position);
    this.start = position;
    if (position > this.end) this.end = position;
    return this.events.slice(0, max);
  }

  /** Resolves when there has been an event since that turn, and when the signal aborts. */
  async next(turn: number, signal: AbortSignal): Promise<void> {
    if (this.turn !== turn || signal.aborted) return;
    await new Promise<void>((resolve) => {
      this.wake = () => {
        signal.removeEventListener('abort', this.wake);
        resolve();
      };
      signal.addEventListener('abort', this.wake);
    });
  }
}
