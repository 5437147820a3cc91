import type { Timers } from '@perktree/platform/time/timers';

const MAX_RETRY_PAUSE_MS = 25;
const MAX_SETTLING_PAUSE_MS = 500;

/** Pause with jitter before retrying after a conflict. */
export function beforeRetry(attempt: number, timers: Timers): Promise<unknown> {
  return timers.sleep(Math.random() * Math.min(MAX_RETRY_PAUSE_MS, 2 ** attempt));
}

/** Exponential pause with jitter before repeating an append whose outcome is unknown. */
export function beforeSettling(attempt: number, timers: Timers): Promise<unknown> {
  return timers.sleep(Math.random() * Math.min(MAX_SETTLING_PAUSE_MS, 80 * 2 ** (attempt - 1)));
}
