import { coalesced } from '@perktree/platform/coalesced';
import type { Timers } from '@perktree/platform/time/timers';
import { type Completeness, NO_STREAM, type StoredEvent } from '../port.ts';
import type { NewestEvent } from './reading.ts';

/** Most streams with a cached last revision: more than the process caches states. */
const MOST_STREAMS = 50_000;
/** Most cached positions to detect another history; a head that was just read is among the newest. */
const MOST_HEADS = 1_024;
/** How long a caller waits for the subscription to deliver the newest event, before it reads streams instead. */
const LONGEST_LAG_MS = 250;
const MOST_CONFIRMED = 10_000;
const RESTART_PAUSE_MS = 1_000;

interface Following {
  readonly newest: () => Promise<NewestEvent>;
  readonly subscribe: (afterPosition: bigint, signal: AbortSignal) => AsyncIterable<readonly StoredEvent[]>;
  readonly closing: AbortSignal;
  readonly timers: Timers;
}

/**
 * Tracks the log by this process's own subscription to `$all`: the last revision of each stream that any process has appended
 * to. A cached state is current if it has that revision and the subscription has delivered the newest event. One read of the
 * newest event answers this for all streams, and concurrent callers share it.
 *
 * The subscription starts when `epoch` is first read: only deciding processes need it.
 */
export class SeenLog implements Completeness {
  readonly confirm: () => Promise<boolean>;
  private readonly revisions = new Map<string, number>();
  /** Ids of the newest delivered events, by position. */
  private readonly heads = new Map<bigint, string | null>();
  private position = 0n;
  private epochs = 0;
  private isFollowing = false;
  /** Whether `epoch` was read: this process executes commands. */
  isStarted = false;
  private restart = new AbortController();
  /** A position that was not delivered in time: callers do not wait again until it is delivered. */
  private late: bigint | null = null;
  private arrivals: (() => void)[] = [];

  constructor(private readonly following: Following) {
    const ask = coalesced<undefined, boolean>(
      async (asked) => {
        const isSeen = this.isFollowing && (await this.hasSeen(await following.newest()));
        return asked.map(() => isSeen);
      },
      { most: MOST_CONFIRMED, underWay: 1 },
    );
    this.confirm = () => ask(undefined);
  }

  get epoch(): number | null {
    if (!this.isStarted) {
      this.isStarted = true;
      void this.keepFollowing();
    }
    return this.isFollowing ? this.epochs : null;
  }

  appendedTo(stream: string): number {
    return this.revisions.get(stream) ?? NO_STREAM;
  }

  /** Records an append, also of this process before the subscription delivers it. */
  appended(stream: string, revision: number): void {
    if (this.revisions.size >= MOST_STREAMS) {
      this.epochs += 1;
      this.revisions.clear();
    }
    if (revision > this.appendedTo(stream)) this.revisions.set(stream, revision);
  }

  private async hasSeen({ position, eventId }: NewestEvent): Promise<boolean> {
    if (position > this.position) await this.arrival(position);
    if (this.heads.get(position) === eventId) return true;
    // Not cached any more: the subscription has brought many events since the server answered.
    const [oldest = 0n] = this.heads.keys();
    if (this.heads.size === MOST_HEADS && position < oldest) return false;
    // The store was reset to an earlier state: the subscription follows a history that no longer exists.
    if (position <= this.position) this.restart.abort();
    return false;
  }

  private async arrival(position: bigint): Promise<void> {
    if (this.late !== null && this.position < this.late) return;
    const deadline = this.following.timers.monotonic() + LONGEST_LAG_MS;
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
    this.epochs += 1;
    this.revisions.clear();
    this.heads.clear();
    this.late = null;
    this.moveTo(position, eventId);
    this.isFollowing = true;
    for await (const batch of this.following.subscribe(position, signal)) {
      for (const event of batch) {
        this.appended(event.stream, event.revision);
        this.moveTo(event.position, event.eventId);
      }
      this.arrived();
    }
  }

  private moveTo(position: bigint, eventId: string | null): void {
    this.position = position;
    this.heads.set(position, eventId);
    if (this.heads.size > MOST_HEADS) this.heads.delete(this.heads.keys().next().value as bigint);
  }

  private arrived(): void {
    for (const wake of this.arrivals.splice(0)) wake();
  }
}
