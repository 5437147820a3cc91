import { keepHeartbeat } from '@perktree/platform/postgres/heartbeat';
import { systemTimers, type Timers } from '@perktree/platform/time/timers';
import pg from 'pg';
import type { StoreLogger } from '../logger.ts';
import { APPENDED_CHANNEL } from './migrations.ts';

/** Polling intervals of subscribers in milliseconds: while the feed listens for notifications, and while it cannot. */
const POLL_LISTENING_MS = 15_000;
const POLL_NOT_LISTENING_MS = 250;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

/** Wakes subscribers when there may be new events: after commits of this process at once, after those of others by NOTIFY. */
export class HeadFeed {
  private readonly waiting = new Set<() => void>();
  private readonly closing = new AbortController();
  private turns = 0;
  /** The highest position that subscribers were woken for; null if notifications may have been missed. */
  private head: bigint | null = null;
  private listening = false;
  private started: Promise<void> | undefined;

  constructor(
    private readonly settings: pg.ClientConfig,
    private readonly logger: StoreLogger | undefined,
    private readonly timers: Timers = systemTimers,
  ) {}

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
    this.started ??= this.listenUntilClosed();
    if (this.turns === turn && !signal.aborted) {
      await new Promise<void>((resolve) => {
        const done = () => {
          endTimer();
          this.waiting.delete(done);
          signal.removeEventListener('abort', done);
          resolve();
        };
        const endTimer = this.timers.after(this.listening ? POLL_LISTENING_MS : POLL_NOT_LISTENING_MS, done);
        this.waiting.add(done);
        signal.addEventListener('abort', done);
      });
    }
    return this.turns !== turn;
  }

  async close(): Promise<void> {
    this.closing.abort();
    this.wake();
    await this.started;
  }

  private async listenUntilClosed(): Promise<void> {
    const { signal } = this.closing;
    let pauseMs = FIRST_PAUSE_MS;
    let lost = false;
    while (!signal.aborted) {
      try {
        await this.listen(() => {
          if (lost) this.logger?.info('event store: listens again');
          lost = false;
          pauseMs = FIRST_PAUSE_MS;
        });
      } catch (error) {
        if (signal.aborted) return;
        if (!lost) this.logger?.warn(`event store: lost its listening connection: ${(error as Error).message}`);
        lost = true;
      }
      await this.timers.sleep(pauseMs * (0.5 + Math.random() / 2), signal);
      pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
    }
  }

  /** Listens until the connection ends. @throws the error that ended it */
  private async listen(onListening: () => void): Promise<void> {
    const client = new pg.Client(this.settings);
    const ended = new Promise<never>((_, reject) => {
      client.on('error', reject);
      client.once('end', () => reject(new Error('the connection ended')));
    });
    ended.catch(() => {});
    const end = () => void client.end().catch(() => {});
    this.closing.signal.addEventListener('abort', end);
    try {
      // The race, because `connect` does not settle when `end` is called meanwhile.
      await Promise.race([client.connect(), ended]);
      client.on('notification', ({ payload }) => this.wake(payload ? BigInt(payload) : undefined));
      await client.query(`LISTEN ${APPENDED_CHANNEL}`);
      keepHeartbeat(client);
      this.listening = true;
      onListening();
      // Events that were appended while the connection was lost.
      this.wake();
      await ended;
    } finally {
      this.listening = false;
      this.closing.signal.removeEventListener('abort', end);
      end();
    }
  }
}
