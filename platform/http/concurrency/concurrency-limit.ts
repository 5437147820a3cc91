/** Whose requests are counted together. */
export interface Caller {
  readonly key: string;
  /** A network stands for everyone behind its address who has neither a session nor a visitor cookie yet. */
  readonly isNetwork: boolean;
}

/** All are numbers of requests, but for the last two. */
export interface ConcurrencyBounds {
  /** Under way for one session or visitor while other callers are active. */
  readonly perCaller: number;
  /** Under way for one network while other callers are active. */
  readonly perNetwork: number;
  /** Under way for a caller that is alone. */
  readonly alone: number;
  /** Waiting, of one caller. */
  readonly queuedPerCaller: number;
  /** For how long after their last request others count as active, in milliseconds. */
  readonly activeMs: number;
  /** From when on a request under way is slow, in milliseconds: a report does not hold up its reader's other requests. */
  readonly slowMs: number;
}

/** Of a process that answers by itself: it shares its event loop and its database. */
export const ANSWERING: ConcurrencyBounds = {
  perCaller: 2,
  perNetwork: 8,
  alone: 256,
  queuedPerCaller: 2_048,
  activeMs: 30_000,
  slowMs: 250,
};

/** One request's place, from its arrival until its answer begins. */
export interface Place {
  readonly start: () => void;
  readonly lane: Lane;
  state: 'queued' | 'running' | 'left';
}

interface Lane {
  readonly caller: Caller;
  readonly queue: Place[];
  running: number;
  /** By the clock that the limit was given. */
  lastStart: number;
}

/**
 * Bounds how many requests of one caller are under way; the rest wait in the caller's own queue, in order. While others
 * are active, a caller whose requests wait has half of its bound, so that a flood keeps one processor busy and not two;
 * slow requests do not count for that. A caller that is alone has the process to itself. State is kept for callers with
 * requests here only.
 */
export class ConcurrencyLimit {
  private readonly lanes = new Map<string, Lane>();
  private lastCaller: string | null = null;
  private lastChange = Number.NEGATIVE_INFINITY;
  private queuedNow = 0;

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
  enter(caller: Caller, start: () => void): Place | null {
    if (caller.key !== this.lastCaller) {
      if (this.lastCaller !== null) this.lastChange = this.now();
      this.lastCaller = caller.key;
    }
    const lane = this.lanes.get(caller.key) ?? { caller, queue: [], running: 0, lastStart: 0 };
    const place: Place = { start, lane, state: 'running' };
    if (lane.queue.length === 0 && lane.running < this.boundOf(caller)) this.count(lane);
    else if (lane.queue.length >= this.bounds.queuedPerCaller) return null;
    else {
      place.state = 'queued';
      lane.queue.push(place);
      this.queuedNow += 1;
    }
    this.lanes.set(caller.key, lane);
    return place;
  }

  /** The answer begins, or the client is gone. A second call does nothing. */
  leave(place: Place): void {
    const { lane, state } = place;
    if (state === 'left') return;
    place.state = 'left';
    if (state === 'queued') {
      lane.queue.splice(lane.queue.indexOf(place), 1);
      this.queuedNow -= 1;
    } else lane.running -= 1;
    while (lane.queue.length > 0 && lane.running < this.boundOfQueued(lane)) {
      const next = lane.queue.shift() as Place;
      this.queuedNow -= 1;
      this.count(lane);
      next.state = 'running';
      next.start();
    }
    if (lane.running === 0 && lane.queue.length === 0) this.lanes.delete(lane.caller.key);
  }

  private count(lane: Lane): void {
    lane.running += 1;
    lane.lastStart = this.now();
  }

  private boundOfQueued({ caller, lastStart }: Lane): number {
    const bound = this.boundOf(caller);
    const isSlow = this.now() - lastStart >= this.bounds.slowMs;
    return this.isAlone() || isSlow ? bound : Math.ceil(bound / 2);
  }

  private isAlone(): boolean {
    return this.now() - this.lastChange >= this.bounds.activeMs;
  }

  private boundOf({ isNetwork }: Caller): number {
    if (this.isAlone()) return this.bounds.alone;
    return isNetwork ? this.bounds.perNetwork : this.bounds.perCaller;
  }
}
