import {
  IS_INLINE_SQL,
  PROJECTED_CHANNEL,
  PROJECTED_INLINE_CHANNEL,
  PROJECTIONS_TABLE,
} from '@perktree/contracts/read-models';
import { FILES_CHANNEL } from '@perktree/platform/files/migrations';
import { isOfStandby } from '@perktree/platform/postgres/standby';
import type { Pool, PoolClient } from 'pg';
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
/** How long to leave a connection alone that could not be made or was lost, in milliseconds. */
const RECONNECT_MS = 1_000;
/**
 * How long changes count as heard after the server last answered on the listening connection, in milliseconds: a dead
 * connection is silent. While `changes` is read, the server is asked in half of that time.
 */
const HEARD_FOR_MS = 1_000;

/** How long to leave alone a standby, which cannot notify before it is promoted, in milliseconds. */
const STANDBY_MS = 30_000;

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
  private listener: PoolClient | null = null;
  private nextAttempt = 0;
  private connecting = false;
  private polling = false;
  private poll: NodeJS.Timeout | null = null;
  private followPoll: NodeJS.Timeout | null = null;
  private closed = false;
  private quiet = false;
  private isListening = false;
  /** The groups whose position was read after listening began: later changes arrive as notifications. */
  private readonly caughtUp = new Set<Needed>();
  private heard = 0;
  /** Every change that was committed by then has been heard. */
  private heardUntil = 0;
  private asking = false;

  constructor(
    private readonly pool: Pool,
    private readonly logger: QueryServiceDeps['logger'],
  ) {}

  /** Whether the position is reached within some milliseconds. */
  async reaches(position: bigint, withinMs: number, needed: Needed = 'all'): Promise<boolean> {
    if (this.known[needed] >= position) return true;
    if (this.closed) return false;
    void this.listen();
    return new Promise<boolean>((resolve) => {
      const waiter: Waiter = {
        position,
        needed,
        resolve: (reached) => {
          clearTimeout(timer);
          this.waiters.delete(waiter);
          resolve(reached);
        },
      };
      const timer = setTimeout(() => waiter.resolve(false), withinMs);
      this.waiters.add(waiter);
      // Polling is only needed while notifications do not arrive.
      if (!this.caughtUp.has(needed)) void this.look();
      this.poll ??= setInterval(() => void this.look(), POLL_MS);
    });
  }

  /**
   * A number that is another one whenever read models have changed; null while that cannot be heard. It is never behind
   * the position that reads may rely on, and at most `HEARD_FOR_MS` behind the server. Starts to listen.
   */
  get changes(): number | null {
    if (!this.isListening) {
      void this.listen();
      return null;
    }
    const silentMs = performance.now() - this.heardUntil;
    if (silentMs >= HEARD_FOR_MS / 2) void this.askListener();
    return silentMs < HEARD_FOR_MS ? this.heard : null;
  }

  /** The position that all have reached now. @throws if the database is unavailable */
  async current(): Promise<bigint> {
    const reached = await this.ask();
    if (typeof reached === 'object') this.learn(reached);
    return this.known.all;
  }

  /** Calls back for every position that all reach from now on. @returns stops it */
  follow(onPosition: (position: bigint) => void): () => void {
    const check = () => {
      void this.listen();
      void this.look();
    };
    this.followers.add(onPosition);
    this.followPoll ??= setInterval(check, FOLLOW_POLL_MS);
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
    this.listener?.release(true);
    this.listener = null;
    this.isListening = false;
    this.caughtUp.clear();
  }

  private learn(reached: Readonly<Record<Needed, bigint>>): void {
    const { all, inline } = this.known;
    // A poll may find the position before its notification arrives.
    if (reached.all !== all || reached.inline !== inline) this.heard += 1;
    // Not the highest ever heard: a read model that comes back from a failure may be further behind.
    this.known = reached;
    for (const waiter of this.waiters) if (reached[waiter.needed] >= waiter.position) waiter.resolve(true);
    if (this.waiters.size === 0) this.stopPolling();
    if (reached.all !== all) for (const follower of this.followers) follower(reached.all);
  }

  /** All have reached what the slowest has: of the other position that follows at least. */
  private hear(channel: string, position: bigint): void {
    const { all, inline } = this.known;
    const group = channel === PROJECTED_INLINE_CHANNEL ? 'inline' : 'all';
    this.caughtUp.add(group);
    if (group === 'inline') this.learn({ inline: position, all: position < all ? position : all });
    else this.learn({ all: position, inline: position > inline ? position : inline });
  }

  private stopFollowing(): void {
    if (this.followPoll !== null) clearInterval(this.followPoll);
    this.followPoll = null;
  }

  private stopPolling(): void {
    if (this.poll !== null) clearInterval(this.poll);
    this.poll = null;
  }

  private async look(): Promise<void> {
    if (this.waiters.size === 0) this.stopPolling();
    if (this.polling || this.waiters.size + this.followers.size === 0) return;
    this.polling = true;
    try {
      const wasListening = this.isListening;
      const reached = await this.ask();
      if (wasListening && this.isListening) for (const needed of NEEDED) this.caughtUp.add(needed);
      if (typeof reached === 'object') this.learn(reached);
      else if (reached === 'nothing to wait for') for (const waiter of this.waiters) waiter.resolve(true);
    } catch (error) {
      this.tell(error);
    } finally {
      this.polling = false;
    }
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

  private async listen(): Promise<void> {
    if (this.listener !== null || this.connecting || this.closed || Date.now() < this.nextAttempt) return;
    this.connecting = true;
    this.nextAttempt = Date.now() + RECONNECT_MS;
    try {
      const client = await this.pool.connect();
      const lost = (error: Error) => {
        if (this.listener !== client) return;
        this.listener = null;
        this.isListening = false;
        this.caughtUp.clear();
        client.release(error);
        if (isOfStandby(error)) this.pollStandby();
        else this.tell(error);
      };
      client.on('error', lost);
      client.on('notification', ({ channel, payload }) => {
        // Also where the slowest read model stays where it is: others have changed.
        if (channel === FILES_CHANNEL) return this.onFile(payload ?? '');
        this.heard += 1;
        if (payload) this.hear(channel, BigInt(payload));
      });
      this.listener = client;
      const since = performance.now();
      await client
        .query(`LISTEN ${PROJECTED_CHANNEL}; LISTEN ${PROJECTED_INLINE_CHANNEL}; LISTEN ${FILES_CHANNEL}`)
        .catch(lost);
      if (this.closed) await this.close();
      else if (this.listener === client) this.beginHearing(since);
    } catch (error) {
      this.tell(error);
    } finally {
      this.connecting = false;
    }
  }

  private beginHearing(since: number): void {
    this.quiet = false;
    this.isListening = true;
    // Changes may have been missed.
    this.heard += 1;
    this.heardUntil = since;
  }

  /** The server sends notifications in the order of commits, and those that are due before its answer. */
  private async askListener(): Promise<void> {
    const client = this.listener;
    if (client === null || this.asking) return;
    this.asking = true;
    const askedAt = performance.now();
    try {
      await client.query('SELECT 1');
      if (this.listener === client) this.heardUntil = askedAt;
    } catch {
      // A lost connection is reported by its 'error' event.
    } finally {
      this.asking = false;
    }
  }

  /** Polls on behalf of waiting reads. */
  private pollStandby(): void {
    this.nextAttempt = Date.now() + STANDBY_MS;
    if (!this.quiet) this.logger.info('queries read from a standby, which cannot notify: polling for new positions');
    this.quiet = true;
  }

  /** Logs a lost connection once, until it is back. */
  private tell(error: unknown): void {
    if (!this.quiet && !this.closed)
      this.logger.warn({ err: error }, 'cannot listen for the position of the read models');
    this.quiet = true;
  }
}
