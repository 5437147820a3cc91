import {
  IS_INLINE_SQL,
  PROJECTED_CHANNEL,
  PROJECTED_INLINE_CHANNEL,
  PROJECTIONS_TABLE,
} from '@perktree/contracts/catalogue/read-models';
import { FILES_CHANNEL } from '@perktree/platform/files/migrations';
import { ListeningConnection } from '@perktree/platform/postgres/listening-connection';
import { type EndTimer, systemTimers, type Timers } from '@perktree/platform/time/timers';
import type { Pool } from 'pg';
import type { QueryServiceDeps } from './deps.ts';

/** Which read models a read needs: the inline ones alone, or the asynchronous ones, too. */
export type Needed = 'inline' | 'all';
const NEEDED: readonly Needed[] = ['inline', 'all'];

interface Waiter {
  readonly position: bigint;
  readonly needed: Needed;
  readonly resolve: (reached: boolean) => void;
}

/** Polling interval of waiting reads in milliseconds, in case a notification is lost. */
const POLL_MS = 100;
/** Polling interval of followers in milliseconds. It can be long, because no request waits for them. */
const FOLLOW_POLL_MS = 1_000;
/** Progress of the read models. `nothing to wait for`: no read model is live, because an operator has paused them. */
type Reached = Readonly<Record<Needed, bigint>> | 'not known' | 'nothing to wait for';

/**
 * The positions that the live read models have reached: all of them, and the inline ones. Paused and failed ones do not
 * count, because a read would wait for days; their rows are shown as they are. One connection listens for notifications
 * from the first waiting read on. While a read waits or a follower is active, a slow poll replaces lost notifications.
 */
export class PositionFeed {
  private known: Readonly<Record<Needed, bigint>> = { inline: 0n, all: 0n };
  private readonly waiters = new Set<Waiter>();
  private readonly followers = new Set<(position: bigint) => void>();
  /** Called with the user's id when a file of a long call has changed. */
  onFile: (userId: string) => void = () => {};
  private readonly connection: ListeningConnection;
  private readonly endListening: () => void;
  private polling = false;
  private endPoll: EndTimer | null = null;
  private endFollowPoll: EndTimer | null = null;
  private closed = false;
  /** The groups whose position was read after listening began: later changes arrive as notifications. */
  private readonly caughtUp = new Set<Needed>();
  private heard = 0;

  constructor(
    private readonly pool: Pool,
    logger: QueryServiceDeps['logger'],
    private readonly timers: Timers = systemTimers,
  ) {
    this.connection = ListeningConnection.of(pool, logger, timers);
    this.endListening = this.connection.add({
      channels: [PROJECTED_CHANNEL, PROJECTED_INLINE_CHANNEL, FILES_CHANNEL],
      // Changes may have been missed.
      onBegin: () => (this.heard += 1),
      onNotification: (channel, payload) => this.notified(channel, payload),
      onLost: () => this.caughtUp.clear(),
    });
  }

  /** Waits until the position is reached. @returns false if it is not within that time */
  async reaches(position: bigint, withinMs: number, needed: Needed = 'all'): Promise<boolean> {
    if (this.known[needed] >= position) return true;
    if (this.closed) return false;
    this.connection.open();
    return new Promise<boolean>((resolve) => {
      const waiter: Waiter = {
        position,
        needed,
        resolve: (reached) => {
          endTimer();
          this.waiters.delete(waiter);
          resolve(reached);
        },
      };
      const endTimer = this.timers.after(withinMs, () => waiter.resolve(false));
      this.waiters.add(waiter);
      // Polling is only needed while notifications do not arrive.
      if (!this.caughtUp.has(needed)) void this.poll();
      this.endPoll ??= this.timers.every(POLL_MS, () => void this.poll());
    });
  }

  /**
   * A counter that changes whenever read models change; null while notifications cannot be received. It is never behind the
   * position that `reaches` compares, and at most a second behind the server. Reading it starts the listening.
   */
  get changes(): number | null {
    this.connection.open();
    return !this.closed && this.connection.hearsAll() ? this.heard : null;
  }

  /** Reads the position that all live read models have reached. @throws if the database is unavailable */
  async current(): Promise<bigint> {
    await this.askAndLearn();
    return this.known.all;
  }

  /** Calls back whenever the position of all live read models changes. @returns a function that stops it */
  follow(onPosition: (position: bigint) => void): () => void {
    const check = () => {
      this.connection.open();
      void this.poll();
    };
    this.followers.add(onPosition);
    this.endFollowPoll ??= this.timers.every(FOLLOW_POLL_MS, check);
    check();
    return () => {
      this.followers.delete(onPosition);
      if (this.followers.size === 0) this.stopFollowing();
    };
  }

  async close(): Promise<void> {
    this.closed = true;
    this.followers.clear();
    this.stopFollowing();
    this.stopPolling();
    for (const waiter of this.waiters) waiter.resolve(false);
    this.endListening();
    this.caughtUp.clear();
  }

  private learn(reached: Readonly<Record<Needed, bigint>>): void {
    const { all, inline } = this.known;
    // A poll may find the position before its notification arrives.
    if (reached.all !== all || reached.inline !== inline) this.heard += 1;
    // Not the maximum: a read model that resumes after a failure may be further behind.
    this.known = reached;
    for (const waiter of this.waiters) if (reached[waiter.needed] >= waiter.position) waiter.resolve(true);
    if (this.waiters.size === 0) this.stopPolling();
    if (reached.all !== all) for (const follower of this.followers) follower(reached.all);
  }

  private notified(channel: string, payload: string | undefined): void {
    if (channel === FILES_CHANNEL) {
      this.onFile(payload ?? '');
      return;
    }
    // Counted even if the position stays the same: another read model than the slowest may have changed.
    this.heard += 1;
    if (payload) this.hear(channel, BigInt(payload));
  }

  /** Sets the notified position and adjusts the other one: `all` is never ahead of `inline`. */
  private hear(channel: string, position: bigint): void {
    const { all, inline } = this.known;
    const group = channel === PROJECTED_INLINE_CHANNEL ? 'inline' : 'all';
    this.caughtUp.add(group);
    if (group === 'inline') this.learn({ inline: position, all: position < all ? position : all });
    else this.learn({ all: position, inline: position > inline ? position : inline });
  }

  private stopFollowing(): void {
    this.endFollowPoll?.();
    this.endFollowPoll = null;
  }

  private stopPolling(): void {
    this.endPoll?.();
    this.endPoll = null;
  }

  private async poll(): Promise<void> {
    if (this.waiters.size === 0) this.stopPolling();
    if (this.polling || this.waiters.size + this.followers.size === 0) return;
    this.polling = true;
    try {
      const wasListening = this.connection.isListening;
      const reached = await this.askAndLearn();
      if (wasListening && this.connection.isListening) for (const needed of NEEDED) this.caughtUp.add(needed);
      if (reached === 'nothing to wait for') for (const waiter of this.waiters) waiter.resolve(true);
    } catch (error) {
      this.connection.reportLoss(error);
    } finally {
      this.polling = false;
    }
  }

  /** Asks, and learns the answer, but for a position that was heard meanwhile: the answer may be older. */
  private async askAndLearn(): Promise<Reached> {
    const before = this.known;
    const reached = await this.ask();
    if (typeof reached === 'object') {
      const { all, inline } = this.known;
      this.learn({
        all: all === before.all ? reached.all : all,
        inline: inline === before.inline ? reached.inline : inline,
      });
    }
    return reached;
  }

  private async ask(): Promise<Reached> {
    const { rows } = await this.pool.query<{ all: string | null; inline: string | null; paused: boolean | null }>(
      `SELECT min(position) FILTER (WHERE status = 'live') AS "all",
         min(position) FILTER (WHERE status = 'live' AND ${IS_INLINE_SQL}) AS inline,
         bool_or(status = 'paused') AS paused
       FROM ${PROJECTIONS_TABLE}`,
    );
    const [row] = rows;
    if (row?.all) return { all: BigInt(row.all), inline: BigInt(row.inline ?? row.all) };
    return row?.paused ? 'nothing to wait for' : 'not known';
  }
}
