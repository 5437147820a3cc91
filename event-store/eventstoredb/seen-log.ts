import { coalesced } from '@perktree/platform/coalesced';
import type { Timers } from '@perktree/platform/time/timers';
import { MAX_HEADERS, newsSince, START } from '../news.ts';
import type { EventHeader, HeadEvent, News, StoredEvent } from '../port.ts';

/** Most streams that are known to have events; those of others are looked up before they are created. */
const MAX_STREAMS = 50_000;
/** How long a caller waits for the subscription to deliver the newest event, before it reads streams instead. */
const MAX_LAG_MS = 250;
const RESTART_PAUSE_MS = 1_000;
/** Most callers that share a read of the newest event. */
const MAX_CALLERS = 10_000;

interface Following {
  readonly newest: () => Promise<HeadEvent>;
  readonly subscribe: (afterPosition: bigint, signal: AbortSignal) => AsyncIterable<readonly StoredEvent[]>;
  readonly closing: AbortSignal;
  readonly timers: Timers;
}

/**
 * Keeps the headers of the newest events by this process's own subscription to `$all`, because the server cannot be asked for
 * headers alone. They are everything that is stored once the subscription has delivered the newest event, which is read.
 *
 * The subscription starts with the first call of `news`: only deciding processes need it.
 */
export class SeenLog {
  /** Whether this process executes commands. */
  isStarted = false;
  /** Streams that had events lately. */
  private readonly streams = new Set<string>();
  /** Of the newest delivered events. The first one of a subscription has no stream: it is where that began. */
  private headers: EventHeader[] = [];
  private isFollowing = false;
  private restart = new AbortController();
  /** A position that was not delivered in time: callers do not wait again until it is delivered. */
  private late: bigint | null = null;
  private arrivals: (() => void)[] = [];
  /** `EventStore.followOthers`. */
  onOthers: (events: readonly StoredEvent[] | null) => void = () => {};

  private readonly newest: (question: undefined) => Promise<HeadEvent>;

  constructor(private readonly following: Following) {
    const readNewest = async (callers: readonly undefined[]) => {
      const newest = await following.newest();
      return callers.map(() => newest);
    };
    this.newest = coalesced(readNewest, { max: MAX_CALLERS, underWay: 1 });
  }

  async news(since: HeadEvent | null): Promise<News> {
    if (!this.isStarted) {
      this.isStarted = true;
      void this.keepFollowing();
    }
    if (!this.isFollowing) return newsSince(null, []);
    const newest = await this.newest(undefined);
    if (newest.position > this.position) await this.arrival(newest.position);
    const { headers, position } = this;
    const seen = headers.findLast((each) => each.position <= newest.position);
    if (seen?.position === newest.position && seen.eventId === (newest.eventId ?? '')) {
      return newsSince(since, headers.slice(headers.findLastIndex((each) => each.position === since?.position)));
    }
    // Not late, and not dropped from the headers since the server answered: the store was reset to an earlier state.
    const isDropped = seen === undefined && headers[0]?.stream !== START.stream;
    if (newest.position <= position && !isDropped) this.restart.abort();
    return newsSince(null, headers);
  }

  /** Whether the stream has had an event, as far as this process has seen lately. */
  hasSeen(stream: string): boolean {
    return this.streams.has(stream);
  }

  /** Records an append, also of this process before the subscription delivers it. */
  appended(stream: string): void {
    if (this.streams.size >= MAX_STREAMS) this.streams.clear();
    this.streams.add(stream);
  }

  private get position(): bigint {
    return this.headers.at(-1)?.position ?? 0n;
  }

  private async arrival(position: bigint): Promise<void> {
    if (this.late !== null && this.position < this.late) return;
    const deadline = this.following.timers.monotonic() + MAX_LAG_MS;
    while (this.position < position && this.isFollowing) {
      const leftMs = deadline - this.following.timers.monotonic();
      if (leftMs <= 0) {
        this.late = position;
        return;
      }
      let endTimer = () => {};
      await new Promise<void>((resolve) => {
        this.arrivals.push(resolve);
        endTimer = this.following.timers.after(leftMs, resolve);
      });
      endTimer();
    }
    this.late = null;
  }

  private async keepFollowing(): Promise<void> {
    const { closing } = this.following;
    while (!closing.aborted) {
      this.restart = new AbortController();
      try {
        await this.follow(AbortSignal.any([closing, this.restart.signal]));
      } catch {
        // The store is unreachable or was reset to an earlier state: streams are read until the next subscription begins.
      }
      this.isFollowing = false;
      this.arrived();
      await this.following.timers.sleep(RESTART_PAUSE_MS, closing);
    }
  }

  private async follow(signal: AbortSignal): Promise<void> {
    const { position, eventId } = await this.following.newest();
    this.late = null;
    this.headers = [{ ...START, position, eventId: eventId ?? '' }];
    this.streams.clear();
    this.isFollowing = true;
    let hasBegun = false;
    for await (const batch of this.following.subscribe(position, signal)) {
      // Only a subscription that has delivered an event looks, after a lost connection, whether the store still has it.
      this.onOthers(hasBegun ? batch : null);
      hasBegun = true;
      for (const { stream, revision, position, eventId } of batch) {
        this.appended(stream);
        this.headers.push({ stream, revision, position, eventId });
      }
      if (this.headers.length > 2 * MAX_HEADERS) this.headers = this.headers.slice(-MAX_HEADERS);
      this.arrived();
    }
  }

  private arrived(): void {
    for (const wake of this.arrivals.splice(0)) wake();
  }
}
