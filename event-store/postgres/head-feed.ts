import { ListeningConnection } from '@perktree/platform/postgres/listening-connection';
import { systemTimers, type Timers } from '@perktree/platform/time/timers';
import type pg from 'pg';
import type { StoreLogger } from '../logger.ts';
import { APPENDED_CHANNEL } from './migrations/0001-events.ts';

/** Polling intervals of subscribers in milliseconds: while the feed listens for notifications, and while it cannot. */
const POLL_LISTENING_MS = 15_000;
const POLL_NOT_LISTENING_MS = 250;

/** Wakes subscribers when there may be new events: after commits of this process at once, after those of others by NOTIFY. */
export class HeadFeed {
  private readonly waiting = new Set<() => void>();
  private readonly closing = new AbortController();
  private turns = 0;
  /** The highest position that subscribers were woken for; null if notifications may have been missed. */
  private head: bigint | null = null;
  private readonly connection: ListeningConnection;
  private endListening: (() => void) | undefined;

  /** @param pool of the database with the events; the feed has a connection of its own */
  constructor(
    pool: pg.Pool,
    logger: StoreLogger | undefined,
    private readonly timers: Timers = systemTimers,
  ) {
    this.connection = ListeningConnection.of(pool, logger, timers);
  }

  get closed(): AbortSignal {
    return this.closing.signal;
  }

  /** Whether a subscriber that has seen all events up to a position has seen the head. */
  isReached(position: bigint): boolean {
    return this.head !== null && this.head <= position;
  }

  /** A number that changes with every `wake`: read it before querying events, then wait for the next one. */
  get turn(): number {
    return this.turns;
  }

  /**
   * @param head the position of the last committed event; absent: unknown. A commit of this process wakes twice, by its answer
   *   and by NOTIFY; the second one is ignored
   */
  wake(head?: bigint): void {
    // Positions become visible in order: a wake-up for a higher one included it.
    if (head !== undefined && this.head !== null && head <= this.head) return;
    this.head = head ?? null;
    this.turns++;
    for (const resolve of this.waiting) resolve();
  }

  /**
   * Resolves after a `wake` since that turn, after the polling interval, or when the signal aborts.
   * @returns whether there has been a `wake`
   */
  async next(turn: number, signal: AbortSignal): Promise<boolean> {
    this.listen();
    if (this.turns === turn && !signal.aborted) {
      await new Promise<void>((resolve) => {
        const done = () => {
          endTimer();
          this.waiting.delete(done);
          signal.removeEventListener('abort', done);
          resolve();
        };
        const endTimer = this.timers.after(
          this.connection.isListening ? POLL_LISTENING_MS : POLL_NOT_LISTENING_MS,
          done,
        );
        this.waiting.add(done);
        signal.addEventListener('abort', done);
      });
    }
    return this.turns !== turn;
  }

  close(): void {
    this.closing.abort();
    this.endListening?.();
    this.wake();
  }

  private listen(): void {
    if (this.closing.signal.aborted) return;
    this.endListening ??= this.connection.add({
      channels: [APPENDED_CHANNEL],
      // Events may have been appended before.
      onBegin: () => this.wake(),
      onNotification: (_, payload) => this.wake(payload ? BigInt(payload) : undefined),
      // From now on polls are shorter.
      onLost: () => this.wake(),
    });
    this.connection.open();
  }
}
