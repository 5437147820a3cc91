import type { EventOf, StaffCodeEvent } from '@perktree/contracts/catalogue/events';
import { MINUTE_MS } from '@perktree/contracts/kernel/durations';
import { Refused } from '@perktree/contracts/kernel/refusals';
import type { Fold } from '../../engine/fold.ts';

/** Five wrong codes in ten minutes lock code entry of a staff member for ten minutes. */
const MISSES_THAT_LOCK = 5;
const WINDOW_MINUTES = 10;
const LOCK_MINUTES = 10;

/** The wrong codes of one staff member at one site. */
export interface CodeEntry {
  /** Times of the wrong codes since the last lock, ISO 8601 UTC, oldest first; fewer than MISSES_THAT_LOCK. */
  readonly misses: readonly string[];
  readonly lockedUntil: string | null;
}

export const staffCodesFold: Fold<CodeEntry, StaffCodeEvent> = {
  initialState: { misses: [], lockedUntil: null },
  evolve: (state, { data }, at) =>
    data.lockedUntil === null
      ? { ...state, misses: [...missesInWindow(state, at), at] }
      : { misses: [], lockedUntil: data.lockedUntil },
};

/** @throws Refused CODE_ENTRY_LOCKED while the lock lasts */
export function refuseLocked(state: CodeEntry, now: string): void {
  const leftMs = lockLeftMs(state, now);
  if (leftMs <= 0) return;
  throw new Refused('CODE_ENTRY_LOCKED', { minutes: Math.ceil(leftMs / MINUTE_MS), seconds: Math.ceil(leftMs / 1000) });
}

/** Milliseconds until code entry is open again; 0 or less when it is open. */
export function lockLeftMs(state: CodeEntry, now: string): number {
  return state.lockedUntil === null ? 0 : Date.parse(state.lockedUntil) - Date.parse(now);
}

interface MissRedemptionCode {
  readonly siteId: string;
  readonly tenantId: string;
  readonly staffId: string;
  readonly now: string;
}

/** Records a wrong code. @throws Refused CODE_ENTRY_LOCKED */
export function missRedemptionCode(
  state: CodeEntry,
  { siteId, tenantId, staffId, now }: MissRedemptionCode,
): readonly EventOf<'RedemptionCodeMissed'>[] {
  refuseLocked(state, now);
  const misses = missesInWindow(state, now).length + 1;
  const lockedUntil =
    misses < MISSES_THAT_LOCK ? null : new Date(Date.parse(now) + LOCK_MINUTES * MINUTE_MS).toISOString();
  return [{ type: 'RedemptionCodeMissed', data: { siteId, tenantId, staffId, missesInWindow: misses, lockedUntil } }];
}

function missesInWindow(state: CodeEntry, now: string): readonly string[] {
  const windowStart = Date.parse(now) - WINDOW_MINUTES * MINUTE_MS;
  return state.misses.filter((at) => Date.parse(at) > windowStart);
}
