/** All are numbers of requests, but for the last. */
export interface ConcurrencyBounds {
  /** Under way for one caller among few; one while more of its requests wait. */
  readonly perCaller: number;
  /** Under way for a caller that is alone. */
  readonly alone: number;
  /** Waiting, of one caller. */
  readonly queuedPerCaller: number;
  /** How long a caller counts after its last request at least, in milliseconds; twice as long at most. */
  readonly activeMs: number;
}

/** Bounds of a process that answers requests itself: event loop and database are shared. */
export const ANSWERING: ConcurrencyBounds = { perCaller: 2, alone: 256, queuedPerCaller: 2_048, activeMs: 30_000 };

/** Up to this many active callers have no bound. Above it, a caller may have half as many requests as there are callers. */
const FEW_CALLERS = 8;
/** From when on a request under way does not hold up its caller's others, in milliseconds: it may be a report. */
const SLOW_MS = 250;
/** Most tracked callers. Bounds memory, because clients can use many networks. */
const MOST_COUNTED = 1_024;

/** One request's place, from its arrival until its answer begins. */
export interface Place {
  readonly lane: Lane;
  readonly start: () => void;
  isRunning: boolean;
  hasLeft: boolean;
}

interface Lane {
  readonly caller: string;
  readonly queue: Place[];
  running: number;
  lastStart: number;
}

/**
 * Bounds how many requests of one caller are under way; the rest wait in the caller's own queue, in order. A caller that
 * is alone has the process to itself; among many, such as the till of a full shop, it may have more than among few.
 */
export class ConcurrencyLimit {
  private readonly lanes = new Map<string, Lane>();
  private queuedNow = 0;
  /** Callers since `countedFrom`, and how many they were in the time before it. */
  private readonly counted = new Set<string>();
  private countedBefore = 0;
  private countedFrom = 0;

  constructor(
    private readonly bounds: ConcurrencyBounds,
    private readonly now: () => number = () => performance.now(),
  ) {}

  get queued(): number {
    return this.queuedNow;
  }

  /**
   * @param start called when a queued request may start; never where it is running at once
   * @returns null: the caller's queue is full
   */
  enter(caller: string, start: () => void): Place | null {
    const now = this.now();
    this.count(caller, now);
    const lane = this.lanes.get(caller) ?? { caller, queue: [], running: 0, lastStart: 0 };
    const isRunning = lane.queue.length === 0 && lane.running < this.bound(this.bounds.perCaller);
    if (!isRunning && lane.queue.length >= this.bounds.queuedPerCaller) return null;
    const place: Place = { lane, start, isRunning, hasLeft: false };
    if (isRunning) this.start(lane, now);
    else {
      lane.queue.push(place);
      this.queuedNow += 1;
    }
    this.lanes.set(caller, lane);
    return place;
  }

  /** The answer has started, or the client is gone. Idempotent. */
  leave(place: Place): void {
    const { lane, isRunning, hasLeft } = place;
    if (hasLeft) return;
    place.hasLeft = true;
    if (isRunning) lane.running -= 1;
    else {
      lane.queue.splice(lane.queue.indexOf(place), 1);
      this.queuedNow -= 1;
    }
    while (lane.queue.length > 0 && lane.running < this.bound(this.leastOf(lane))) {
      const next = lane.queue.shift() as Place;
      this.queuedNow -= 1;
      this.start(lane, this.now());
      next.isRunning = true;
      next.start();
    }
    if (lane.running === 0 && lane.queue.length === 0) this.lanes.delete(lane.caller);
  }

  private count(caller: string, now: number): void {
    const passed = now - this.countedFrom;
    if (passed >= this.bounds.activeMs) {
      this.countedBefore = passed < 2 * this.bounds.activeMs ? this.counted.size : 0;
      this.countedFrom += passed;
      this.counted.clear();
    }
    if (this.counted.size < MOST_COUNTED) this.counted.add(caller);
  }

  private start(lane: Lane, now: number): void {
    lane.running += 1;
    lane.lastStart = now;
  }

  /** A flood keeps one processor busy, and not two. */
  private leastOf({ lastStart }: Lane): number {
    return this.now() - lastStart < SLOW_MS ? 1 : this.bounds.perCaller;
  }

  private bound(least: number): number {
    const callers = Math.max(this.counted.size, this.countedBefore);
    return callers < 2 ? this.bounds.alone : Math.max(least, Math.floor((callers - FEW_CALLERS) / 2));
  }
}
