import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { StoreLogger } from '../logger.ts';
import { APPENDED_CHANNEL } from './migrations.ts';

/** How often subscribers look by themselves while nobody tells them, in milliseconds. */
const POLL_LISTENING_MS = 5_000;
const POLL_DEAF_MS = 250;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

/** Wakes subscribers when there may be new events: after commits of this process at once, after those of others by NOTIFY. */
export class HeadFeed {
  private readonly waiting = new Set<() => void>();
  private readonly closing = new AbortController();
  private turns = 0;
  /** The highest position that subscribers were woken for. */
  private head = 0n;
  private listening = false;
  private started: Promise<void> | undefined;

  constructor(
    private readonly settings: pg.ClientConfig,
    private readonly logger: StoreLogger | undefined,
  ) {}

  get closed(): AbortSignal {
    return this.closing.signal;
  }

  /** A number that changes with every `wake`: read it before looking for events, and wait for the next after. */
  get turn(): number {
    return this.turns;
  }

  /**
   * @param head the position of the last event that was committed; absent: not known. Of a commit of this process
   *   subscribers hear twice, by its answer and by NOTIFY, and need to look once
   */
  wake(head?: bigint): void {
    if (head !== undefined) {
      // Positions become visible in their order: whoever was woken for a higher one has seen it, too.
      if (head <= this.head) return;
      this.head = head;
    }
    this.turns++;
    for (const resolve of this.waiting) resolve();
  }

  /** Resolves when there has been a `wake` since that turn, after a while in any case, and when the signal aborts. */
  async next(turn: number, signal: AbortSignal): Promise<void> {
    this.started ??= this.listenUntilClosed();
    if (this.turns !== turn || signal.aborted) return;
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.waiting.delete(done);
        signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, this.listening ? POLL_LISTENING_MS : POLL_DEAF_MS);
      this.waiting.add(done);
      signal.addEventListener('abort', done);
    });
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
      await sleep(pauseMs * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => {});
      pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
    }
  }

  /** Until the connection ends. */
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
      await client.connect();
      client.on('notification', ({ payload }) => this.wake(payload ? BigInt(payload) : undefined));
      await client.query(`LISTEN ${APPENDED_CHANNEL}`);
      this.listening = true;
      onListening();
      // What was appended while nobody listened.
      this.wake();
      await ended;
    } finally {
      this.listening = false;
      this.closing.signal.removeEventListener('abort', end);
      end();
    }
  }
}
