import { PROJECTED_CHANNEL, PROJECTIONS_TABLE } from '@perktree/contracts/read-models';
import { isOfStandby } from '@perktree/platform/postgres/standby';
import type { Pool, PoolClient } from 'pg';
import type { QueryServiceDeps } from './deps.ts';

interface Waiter {
  readonly position: bigint;
  readonly resolve: (reached: boolean) => void;
}

/** How often waiting reads look by themselves, should a notification be lost, in milliseconds. */
const POLL_MS = 100;
/** The same for those who follow the position, in milliseconds: nobody waits for them. */
const FOLLOW_POLL_MS = 1_000;
/** How long to leave a connection alone that could not be made or was lost, in milliseconds. */
const RECONNECT_MS = 1_000;

/** How long to leave alone a standby, which cannot notify before it is promoted, in milliseconds. */
const STANDBY_MS = 30_000;

/** How far the read models are. `nothing to wait for`: none is live, and an operator has paused them. */
type Reached = bigint | 'not known' | 'nothing to wait for';

/**
 * The position that all live read models have reached. Paused and failed ones do not count: their rows are shown as they
 * are, and nobody waits for what may take days. One connection listens for it, from the first read that waits on;
 * while somebody waits or follows, a slow poll stands in for notifications that do not come.
 */
export class PositionFeed {
  private known = 0n;
  private readonly waiters = new Set<Waiter>();
  private readonly followers = new Set<(position: bigint) => void>();
  private listener: PoolClient | null = null;
  private nextAttempt = 0;
  private connecting = false;
  private looking = false;
  private poll: NodeJS.Timeout | null = null;
  private followPoll: NodeJS.Timeout | null = null;
  private closed = false;
  private quiet = false;
  private hears = false;
  /** It has learned where the read models are since it began to hear: of all that comes later it is told. */
  private isTold = false;
  private heard = 0;

  constructor(
    private readonly pool: Pool,
    private readonly logger: QueryServiceDeps['logger'],
  ) {}

  /** Whether the position is reached within some milliseconds. */
  async reaches(position: bigint, withinMs: number): Promise<boolean> {
    if (this.known >= position) return true;
    if (this.closed) return false;
    void this.listen();
    return new Promise<boolean>((resolve) => {
      const waiter: Waiter = {
        position,
        resolve: (reached) => {
          clearTimeout(timer);
          this.waiters.delete(waiter);
          resolve(reached);
        },
      };
      const timer = setTimeout(() => waiter.resolve(false), withinMs);
      this.waiters.add(waiter);
      // Whoever hears is told: asking as well is for who does not.
      if (!this.isTold) void this.look();
      this.poll ??= setInterval(() => void this.look(), POLL_MS);
    });
  }

  /**
   * A number that is another one whenever read models have changed; null while that cannot be heard. It is never behind
   * the position that reads are told to be reached. Begins to listen.
   */
  get changes(): number | null {
    if (this.hears) return this.heard;
    void this.listen();
    return null;
  }

  /** The position now. @throws where the database cannot be asked */
  async current(): Promise<bigint> {
    const reached = await this.ask();
    if (typeof reached === 'bigint') this.learn(reached);
    return this.known;
  }

  /** Tells of every position from now on. @returns ends it */
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
    this.hears = false;
    this.isTold = false;
  }

  private learn(position: bigint): void {
    // What is asked may be known before its notification comes.
    if (position !== this.known) this.heard += 1;
    // Not the highest ever heard: a read model that comes back from a failure may be further behind.
    this.known = position;
    this.isTold = this.hears;
    for (const waiter of this.waiters) if (position >= waiter.position) waiter.resolve(true);
    if (this.waiters.size === 0) this.stopPolling();
    for (const follower of this.followers) follower(position);
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
    if (this.looking || this.waiters.size + this.followers.size === 0) return;
    this.looking = true;
    try {
      const reached = await this.ask();
      if (typeof reached === 'bigint') this.learn(reached);
      else if (reached === 'nothing to wait for') for (const waiter of this.waiters) waiter.resolve(true);
    } catch (error) {
      this.tell(error);
    } finally {
      this.looking = false;
    }
  }

  private async ask(): Promise<Reached> {
    const { rows } = await this.pool.query<{ position: string | null; paused: boolean | null }>(
      `SELECT min(position) FILTER (WHERE status = 'live') AS position, bool_or(status = 'paused') AS paused
       FROM ${PROJECTIONS_TABLE}`,
    );
    const [row] = rows;
    if (row?.position) return BigInt(row.position);
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
        this.hears = false;
        this.isTold = false;
        client.release(error);
        if (isOfStandby(error)) this.pollStandby();
        else this.tell(error);
      };
      client.on('error', lost);
      client.on('notification', ({ payload }) => {
        // Also where the slowest read model stays where it is: others have changed.
        this.heard += 1;
        if (payload) this.learn(BigInt(payload));
      });
      this.listener = client;
      await client.query(`LISTEN ${PROJECTED_CHANNEL}`).catch(lost);
      if (this.closed) await this.close();
      else if (this.listener === client) this.beginHearing();
    } catch (error) {
      this.tell(error);
    } finally {
      this.connecting = false;
    }
  }

  private beginHearing(): void {
    this.quiet = false;
    this.hears = true;
    // Nobody knows what has changed meanwhile.
    this.heard += 1;
  }

  /** Reads that wait for a position look by themselves. */
  private pollStandby(): void {
    this.nextAttempt = Date.now() + STANDBY_MS;
    if (!this.quiet) this.logger.info('queries read from a standby: they look for new positions by themselves');
    this.quiet = true;
  }

  /** Says once that the connection is gone, until there is one again. */
  private tell(error: unknown): void {
    if (!this.quiet && !this.closed) this.logger.warn({ err: error }, 'cannot hear how far the read models are');
    this.quiet = true;
  }
}
