import type { EndTimer, Timers } from '../timers.ts';

interface Timer {
  readonly at: number;
  readonly ms: number;
  readonly order: number;
  readonly fire: () => void;
  isOver: boolean;
}

/** The real function: tests may replace the global. */
const nextTurn = setImmediate;

/**
 * Time that a test gives. A timer fires when the test advances past it and all promises have settled, so waiting costs nothing
 * and the timers alone determine the order of events.
 */
export class ManualTimers implements Timers {
  private elapsed = 0;
  private readonly timers: Timer[] = [];
  private readonly watchers = new Set<(timer: Timer) => void>();
  private ordered = 0;
  private wallStart: number;

  /** @param wall ISO 8601: what the wall clock shows at first */
  constructor(wall = '2026-05-10T10:00:00.000Z') {
    this.wallStart = Date.parse(wall);
  }

  now = (): number => Math.floor(this.wallStart + this.elapsed);

  monotonic = (): number => this.elapsed;

  /** Sets the wall clock, also back. Timers do not fire. */
  setWallClock(wall: string): void {
    this.wallStart = Date.parse(wall) - this.elapsed;
  }

  after = (ms: number, fire: () => void): EndTimer => {
    const delay = Number.isFinite(ms) && ms > 0 ? ms : 0;
    const timer: Timer = { at: this.elapsed + delay, ms, order: this.ordered++, fire, isOver: false };
    this.push(timer);
    for (const watch of this.watchers) watch(timer);
    return () => {
      timer.isOver = true;
    };
  };

  every = (ms: number, fire: () => void): EndTimer => {
    let end = () => {};
    const next = () => {
      end = this.after(ms, () => {
        next();
        fire();
      });
    };
    next();
    return () => end();
  };

  sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((done) => {
      if (signal?.aborted) return done();
      const over = () => {
        end();
        signal?.removeEventListener('abort', over);
        done();
      };
      const end = this.after(ms, over);
      signal?.addEventListener('abort', over);
    });

  /** Resolves while a timer of so many milliseconds runs: the work that sets it has come to its pause. */
  untilSet(ms: number): Promise<void> {
    if (this.timers.some((timer) => !timer.isOver && timer.ms === ms)) return Promise.resolve();
    return new Promise((done) => {
      const watch = (timer: Timer) => {
        if (timer.ms !== ms) return;
        this.watchers.delete(watch);
        done();
      };
      this.watchers.add(watch);
    });
  }

  /** Fires what is due within so many milliseconds, and each time waits for the promises that can settle without a timer. */
  async advance(ms: number): Promise<void> {
    const end = this.elapsed + ms;
    for (;;) {
      await settled();
      const next = this.pop();
      if (next === undefined || next.at > end) {
        if (next) this.push(next);
        this.elapsed = end;
        return;
      }
      this.fire(next);
    }
  }

  /** Fires timers until the work is done. @throws Error when no timer is left */
  async until<T>(work: Promise<T>): Promise<T> {
    let isDone = false;
    const end = () => {
      isDone = true;
    };
    work.then(end, end);
    for (;;) {
      await settled();
      if (isDone) return work;
      const next = this.pop();
      if (next === undefined) throw new Error('deadlock: the work is pending and no timer is left');
      this.fire(next);
    }
  }

  /** As `until`, for work that also waits for a database or a socket: time passes while it does. */
  async run<T>(work: Promise<T>): Promise<T> {
    let isDone = false;
    const end = () => {
      isDone = true;
    };
    work.then(end, end);
    while (!isDone) {
      await settled();
      const next = isDone ? undefined : this.pop();
      if (next) this.fire(next);
    }
    return work;
  }

  private fire(timer: Timer): void {
    this.elapsed = timer.at;
    timer.isOver = true;
    timer.fire();
  }

  /** In the order in which they fire, the first one at the end. */
  private push(timer: Timer): void {
    let [low, high] = [0, this.timers.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isBefore(timer, this.timers[middle] as Timer)) low = middle + 1;
      else high = middle;
    }
    this.timers.splice(low, 0, timer);
  }

  private pop(): Timer | undefined {
    for (;;) {
      const first = this.timers.pop();
      if (first === undefined || !first.isOver) return first;
    }
  }
}

/** All promises that can settle do so between two turns of the event loop. */
const settled = () => new Promise<void>((done) => nextTurn(done));

function isBefore(a: Timer, b: Timer): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order);
}
