/** Whose requests are counted together. */
export interface Caller {
  readonly key: string;
  /** A network stands for everyone behind its address who has neither a session nor a visitor cookie yet. */
  readonly isNetwork: boolean;
}

/** All are numbers of requests, but for the last. */
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
}

/** Of a process that answers by itself: it shares its event loop and its database. */
export const ANSWERING: ConcurrencyBounds = {
  perCaller: 2,
  perNetwork: 8,
  alone: 256,
  queuedPerCaller: 2_048,
  activeMs: 30_000,
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
}

/**
 * Bounds how many requests of one caller are under way; the rest wait in the caller's own queue, in order. A caller that
 * is alone has the process to itself. State is kept for callers with requests here only.
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
    const lane = this.lanes.get(caller.key) ?? { caller, queue: [], running: 0 };
    const place: Place = { start, lane, state: 'running' };
    if (lane.queue.length === 0 && lane.running < this.boundOf(caller)) lane.running += 1;
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
    while (lane.queue.length > 0 && lane.running < this.boundOf(lane.caller)) {
      const next = lane.queue.shift() as Place;
      this.queuedNow -= 1;
      lane.running += 1;
      next.state = 'running';
      next.start();
    }
    if (lane.running === 0 && lane.queue.length === 0) this.lanes.delete(lane.caller.key);
  }

  private boundOf({ isNetwork }: Caller): number {
    const isAlone = this.now() - this.lastChange >= this.bounds.activeMs;
    if (isAlone) return this.bounds.alone;
    return isNetwork ? this.bounds.perNetwork : this.bounds.perCaller;
  }
}
