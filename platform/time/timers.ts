import { setTimeout as pause } from 'node:timers/promises';

/** Ends a timer. Without effect when it has fired or ended. */
export type EndTimer = () => void;

/** All that the product knows of time. It reads no clock and sets no timer but through this port. */
export interface Timers {
  /** Milliseconds since 1970 by the wall clock, which may be set back. */
  now(): number;
  /** Milliseconds since an unspecified moment. Never goes back: measure durations and deadlines with it. */
  monotonic(): number;
  /** Resolves after so many milliseconds, or when the signal aborts. A process stays alive for it. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Calls once after so many milliseconds. No process stays alive for it. */
  after(ms: number, work: () => void): EndTimer;
  /** Calls after each period of so many milliseconds. No process stays alive for it. */
  every(ms: number, work: () => void): EndTimer;
}

/** The machine's clock and timers: the one place that uses them. */
export const systemTimers: Timers = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: (ms, signal) => pause(ms, undefined, { signal }).catch(() => {}),
  after(ms, work) {
    const timer = setTimeout(work, ms).unref();
    return () => clearTimeout(timer);
  },
  every(ms, work) {
    const timer = setInterval(work, ms).unref();
    return () => clearInterval(timer);
  },
};

/** Aborts after so many milliseconds, for calls that take a signal. */
export function abortAfter(ms: number, timers: Timers = systemTimers): AbortSignal {
  const controller = new AbortController();
  timers.after(ms, () => controller.abort(new DOMException(`no answer within ${ms} ms`, 'TimeoutError')));
  return controller.signal;
}

/** Waits for work that may fail or never end, for so long. @returns whether it has ended */
export async function within(limitMs: number, work: Promise<unknown>, timers: Timers = systemTimers): Promise<boolean> {
  let endTimer = () => {};
  const limit = new Promise<boolean>((resolve) => {
    endTimer = timers.after(limitMs, () => resolve(false));
  });
  const ended = work.then(
    () => true,
    () => true,
  );
  const inTime = await Promise.race([ended, limit]);
  endTimer();
  return inTime;
}
