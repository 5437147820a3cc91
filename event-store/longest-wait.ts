import { systemTimers, type Timers } from '@perktree/platform/time/timers';

/**
 * If an append waits longer than this, the process was suspended or the store is overloaded. It is not sent, because the
 * audit relies on a command being stored within 60 s of its time (command-service/engine/command.ts).
 */
const MAX_WAIT_MS = 20_000;

/** @param appends `since`: when each was given to the store, `timers.now()` */
export function hasWaitedTooLong(
  appends: readonly { readonly since: number }[],
  timers: Timers = systemTimers,
): boolean {
  return appends.some(({ since }) => timers.now() - since > MAX_WAIT_MS);
}
