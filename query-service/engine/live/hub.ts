import { readableTenants, type Session } from '@perktree/platform/http/session';
import { type EndTimer, systemTimers, type Timers } from '@perktree/platform/time/timers';
import type { Pool } from 'pg';
import type { QueryServiceDeps } from '../deps.ts';
import type { PositionFeed } from '../position-feed.ts';
import { type Audience, factsSince } from './facts.ts';
import { changeFor, EVERYTHING, type LiveChange, type SortedFacts, sortFacts } from './keys.ts';
import type { LiveStream } from './stream.ts';

/** How far back a new reader gets changes, in milliseconds: longer than a page takes to load. */
const SPAN_MS = 5_000;

/** Remembers the positions that the read models passed in the last seconds (`SPAN_MS`). */
class RecentPositions {
  private passedPositions: { readonly position: bigint; readonly at: number }[] = [];

  /** Records that the read models moved on from a position. @param now milliseconds since 1970 */
  passed(position: bigint, now: number): void {
    this.passedPositions = this.passedPositions.filter(({ at }) => at > now - SPAN_MS);
    this.passedPositions.push({ position, at: now });
  }

  /** The position at the start of the span; null if it has not moved since. @param now milliseconds since 1970 */
  before(now: number): bigint | null {
    return this.passedPositions.find(({ at }) => at > now - SPAN_MS)?.position ?? null;
  }
}

/** Shortest time between two messages on a stream, in milliseconds. Changes in between share a message. */
const TICK_MS = 250;
/** Pause in milliseconds after the read models were unavailable. */
const FAILURE_PAUSE_MS = 1_000;

const NOTHING = sortFacts([]);
const FILES_CHANGED: LiveChange = { keys: [['/api', 'me', 'files']] };

/** Sends the changes to all open streams, with one statement for all of them. */
export class LiveHub {
  private readonly streams = new Set<LiveStream>();
  private readonly recent = new RecentPositions();
  /** The position up to which changes were sent; null before the first one. */
  private sentUpTo: bigint | null = null;
  private reached = 0n;
  private unfollow: (() => void) | null = null;
  private endTimer: EndTimer | null = null;
  private ticking = false;
  private nextTick = 0;
  private quiet = false;

  constructor(
    private readonly pool: Pool,
    private readonly feed: PositionFeed,
    private readonly logger: QueryServiceDeps['logger'],
    private readonly timers: Timers = systemTimers,
  ) {}

  get size(): number {
    return this.streams.size;
  }

  streamsOf(userId: string): number {
    return [...this.streams].filter(({ session }) => session.userId === userId).length;
  }

  streamsFrom(network: string): number {
    return [...this.streams].filter((stream) => stream.network === network).length;
  }

  /**
   * Adds a stream. Changes after `after` are sent at once; without it, those of the last 5 s, because the page may have been
   * loaded before them.
   */
  async add(stream: LiveStream, after: bigint | null): Promise<void> {
    this.streams.add(stream);
    stream.body.once('close', () => this.streams.delete(stream));
    // Follows from the first stream on, even while no stream is open, so a page that reconnects gets what it missed.
    this.unfollow ??= this.feed.follow((position) => this.learn(position));
    const from = this.sentUpTo ?? (await this.feed.current());
    this.sentUpTo ??= from;
    // A position may have arrived while the first stream waited for `current`.
    if (this.reached > this.sentUpTo) this.schedule();
    if (!this.streams.has(stream)) return;
    stream.begin(from);
    // Also look for changes after `from`: a tick in progress does not send them to this stream.
    const since = after ?? this.recent.before(this.timers.now()) ?? from;
    if (since > from) return stream.invalidate(from, EVERYTHING);
    const facts = await this.changesSince(since, audienceOf([stream]));
    stream.invalidate(from, facts === null ? EVERYTHING : changeFor(stream.session, facts));
  }

  close(): void {
    this.unfollow?.();
    this.unfollow = null;
    this.endTimer?.();
    this.endTimer = null;
    for (const stream of this.streams) stream.end();
  }

  private learn(position: bigint): void {
    this.reached = position;
    if (position !== this.sentUpTo) this.schedule();
  }

  private schedule(): void {
    if (this.endTimer !== null || this.ticking || this.unfollow === null) return;
    const wait = Math.max(this.nextTick - this.timers.now(), 0);
    this.endTimer = this.timers.after(wait, () => {
      this.endTimer = null;
      void this.tick();
    });
  }

  private async tick(): Promise<void> {
    const { reached, sentUpTo } = this;
    if (sentUpTo === null || reached === sentUpTo) return;
    this.ticking = true;
    this.nextTick = this.timers.now() + TICK_MS;
    try {
      const streams = [...this.streams];
      // When a failed read model resumes, the position moves back, and new rows may be below the sent position.
      const facts = reached < sentUpTo ? null : await this.changesSince(sentUpTo, audienceOf(streams));
      for (const stream of streams) {
        stream.invalidate(reached, facts === null ? EVERYTHING : changeFor(stream.session, facts));
      }
      this.sentUpTo = reached;
      this.recent.passed(sentUpTo, this.timers.now());
      this.quiet = false;
    } catch (err) {
      if (!this.quiet) this.logger.warn({ err }, 'cannot send changes to open pages');
      this.quiet = true;
      this.nextTick = this.timers.now() + FAILURE_PAUSE_MS;
    } finally {
      this.ticking = false;
      if (this.reached !== this.sentUpTo) this.schedule();
    }
  }

  /** Notifies the user's streams of changed files, which are in no read model. */
  fileChanged(userId: string): void {
    for (const stream of this.streams) {
      if (stream.session.userId === userId && this.sentUpTo !== null) stream.invalidate(this.sentUpTo, FILES_CHANGED);
    }
  }

  /** Null if there are too many changes to list. */
  private async changesSince(since: bigint, audience: Audience): Promise<SortedFacts | null> {
    if (audience.userIds.length === 0) return NOTHING;
    const facts = await factsSince(this.pool, since, audience);
    return facts === null ? null : sortFacts(facts);
  }
}

function audienceOf(streams: readonly LiveStream[]): Audience {
  const sessions: readonly Session[] = streams.map(({ session }) => session);
  return {
    tenantIds: [...new Set(sessions.flatMap((session) => readableTenants(session) ?? []))],
    userIds: [...new Set(sessions.map(({ userId }) => userId))],
    all: sessions.some((session) => readableTenants(session) === null),
  };
}
