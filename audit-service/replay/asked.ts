import type { RecordedEvent } from '@perktree/contracts/events/catalogue';
import type { Finding } from './finding.ts';

/** What of history is told about. The whole of it is walked all the same: a commission needs the tree that it stood on. */
export interface Asked {
  readonly siteId?: string | undefined;
  readonly distributorId?: string | undefined;
  /** From this moment on, ISO 8601 UTC. */
  readonly from?: string | undefined;
  /** Before this moment, ISO 8601 UTC. */
  readonly to?: string | undefined;
}

export function isWithinTime({ from, to }: Asked, at: string): boolean {
  const time = Date.parse(at);
  return (from === undefined || time >= Date.parse(from)) && (to === undefined || time < Date.parse(to));
}

/**
 * Whether an event is asked for.
 * @param isInPeriod whether its effective time is within what is asked for
 * @returns null where it is not about money
 */
export function isAsked(asked: Asked, { fact }: RecordedEvent, isInPeriod: boolean): boolean | null {
  const { data } = fact;
  if (!('shares' in data || 'payoutId' in data)) return null;
  if (asked.siteId !== undefined && data.siteId !== asked.siteId) return false;
  if (!isInPeriod) return false;
  if (asked.distributorId === undefined) return true;
  return 'shares' in data
    ? data.shares.some(({ ownerId }) => ownerId === asked.distributorId)
    : data.distributorId === asked.distributorId;
}

/**
 * Whether a finding is asked for. One that names no distributor is about everybody on the path, so it is told where the
 * event is the distributor's. @param isOwn whether the event is asked for
 */
export function isFindingAsked(asked: Asked, finding: Finding, isOwn: boolean | null): boolean {
  if (asked.siteId !== undefined && finding.siteId !== asked.siteId) return false;
  if (finding.at !== '' && !isWithinTime(asked, finding.at)) return false;
  if (asked.distributorId === undefined) return true;
  return finding.distributorId === null
    ? isOwn !== false
    : finding.distributorId === asked.distributorId || isOwn === true;
}
