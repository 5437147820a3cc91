import { Refused } from '@perktree/contracts/kernel/refusals';
import { systemTimers, type Timers } from '@perktree/platform/time/timers';

const POLL_MS = 20;

/**
 * Waits until the read model has everything that was stored before the call. Callers that arrive during a round share the
 * next one, so any number of unknown tokens costs one query of head and checkpoint at a time.
 * @returns a function that throws Refused READ_MODEL_BEHIND after `boundMs`
 */
export function createReadModelWait(options: {
  /** Position of the newest stored event. */
  readonly head: () => Promise<bigint>;
  /** Position that the read model has reached. */
  readonly reached: () => Promise<bigint>;
  /** Longest wait of a round, in milliseconds. */
  readonly boundMs: number;
  readonly timers?: Timers;
}): () => Promise<void> {
  const { timers = systemTimers } = options;
  let current: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  async function round(): Promise<void> {
    const deadline = timers.now() + options.boundMs;
    const head = await options.head();
    while ((await options.reached()) < head) {
      if (timers.now() >= deadline) throw new Refused('READ_MODEL_BEHIND');
      await timers.sleep(POLL_MS);
    }
  }

  function start(): Promise<void> {
    const started = round().finally(() => {
      current = null;
    });
    current = started;
    return started;
  }

  return () => {
    if (current === null) return start();
    // A round that has begun may have read the head too early for this caller.
    next ??= current
      .catch(() => {})
      .then(() => {
        next = null;
        return start();
      });
    return next;
  };
}
