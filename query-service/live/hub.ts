import type { Session } from '@perktree/platform/http/session';
import type { Pool } from 'pg';
import type { QueryServiceDeps } from '../deps.ts';
import type { PositionFeed } from '../position-feed.ts';
import { type Audience, factsSince } from './facts.ts';
import { EVERYTHING, keysFor, type SortedFacts, sortFacts } from './keys.ts';
import { RecentPositions } from './recent-positions.ts';
import type { LiveStream } from './stream.ts';

/** Shortest time between two messages on a stream, in milliseconds. What happens meanwhile is told together. */
const TICK_MS = 250;
/** Pause after the read models could not be asked, in milliseconds. */
const FAILURE_PAUSE_MS = 1_000;
/** Further back than this many events, it is not looked up what changed: everything may have. */
const FURTHEST_BACK = 10_000n;

const NOTHING = sortFacts([]);

/** Tells all open streams what has changed for them, by one statement for all of them each time. */
export class LiveHub {
  private readonly streams = new Set<LiveStream>();
  private readonly recent = new RecentPositions();
  /** Up to where has been told; null before anything is known. */
  private told: bigint | null = null;
  private reached = 0n;
  private unfollow: (() => void) | null = null;
  private timer: NodeJS.Timeout | null = null;
  private ticking = false;
  private nextTick = 0;
  private quiet = false;

  constructor(
    private readonly pool: Pool,
    private readonly feed: PositionFeed,
    private readonly logger: QueryServiceDeps['logger'],
  ) {}

  get size(): number {
    return this.streams.size;
  }

  streamsOf(userId: string): number {
    let count = 0;
    for (const { session } of this.streams) if (session.userId === userId) count += 1;
    return count;
  }

  streamsFrom(network: string): number {
    let count = 0;
    for (const stream of this.streams) if (stream.network === network) count += 1;
    return count;
  }

  /**
   * Adds a stream. What changed after `after` is told at once; left out: after the last few seconds, in which the reader
   * has probably read what it shows.
   */
  async add(stream: LiveStream, after: bigint | null): Promise<void> {
    this.streams.add(stream);
    stream.body.once('close', () => this.streams.delete(stream));
    // From the first stream on, also while there is none: what a page missed between two streams is found by that.
    this.unfollow ??= this.feed.follow((position) => this.learn(position));
    const from = this.told ?? (await this.feed.current());
    this.told ??= from;
    if (!this.streams.has(stream)) return;
    stream.begin(from);
    // From `from` on at least: a tick under way does not know of this stream.
    const since = after ?? this.recent.before(Date.now()) ?? from;
    if (since > from) return stream.invalidate(from, EVERYTHING);
    const facts = await this.look(since, from, audienceOf([stream]));
    stream.invalidate(from, facts === null ? EVERYTHING : keysFor(stream.session, facts));
  }

  close(): void {
    this.unfollow?.();
    this.unfollow = null;
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    for (const stream of this.streams) stream.end();
  }

  private learn(position: bigint): void {
    this.reached = position;
    if (position !== this.told) this.schedule();
  }

  private schedule(): void {
    if (this.timer !== null || this.ticking || this.unfollow === null) return;
    const wait = Math.max(this.nextTick - Date.now(), 0);
    this.timer = setTimeout(() => {
      this.timer = null;
      void this.tick();
    }, wait);
  }

  private async tick(): Promise<void> {
    const { reached, told } = this;
    if (told === null || reached === told) return;
    this.ticking = true;
    this.nextTick = Date.now() + TICK_MS;
    try {
      const streams = [...this.streams];
      // Back, where a read model that had failed goes on from where it stopped: its rows are new below what was told.
      const facts = reached < told ? null : await this.look(told, reached, audienceOf(streams));
      for (const stream of streams) {
        stream.invalidate(reached, facts === null ? EVERYTHING : keysFor(stream.session, facts));
      }
      this.told = reached;
      this.recent.passed(told, Date.now());
      this.quiet = false;
    } catch (err) {
      if (!this.quiet) this.logger.warn({ err }, 'cannot tell open pages what has changed');
      this.quiet = true;
      this.nextTick = Date.now() + FAILURE_PAUSE_MS;
    } finally {
      this.ticking = false;
      if (this.reached !== this.told) this.schedule();
    }
  }

  /** Null: more than can be told apart. */
  private async look(since: bigint, reached: bigint, audience: Audience): Promise<SortedFacts | null> {
    if (reached - since > FURTHEST_BACK) return null;
    if (audience.userIds.length === 0) return NOTHING;
    const facts = await factsSince(this.pool, since, audience);
    return facts === null ? null : sortFacts(facts);
  }
}

function audienceOf(streams: readonly LiveStream[]): Audience {
  const sessions: readonly Session[] = streams.map(({ session }) => session);
  return {
    tenantIds: [...new Set(sessions.flatMap(({ tenantId }) => tenantId ?? []))],
    userIds: [...new Set(sessions.map(({ userId }) => userId))],
    all: sessions.some(({ allRoles }) => allRoles.includes('superadmin')),
  };
}
