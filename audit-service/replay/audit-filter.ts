import type { RecordedEvent } from '@perktree/contracts/catalogue/events';
import type { Finding } from './finding.ts';

/** Limits the findings of an audit. The replay still reads all events, because a commission depends on earlier ones. */
export interface AuditFilter {
  readonly siteId?: string | undefined;
  readonly distributorId?: string | undefined;
  /** From this moment on, ISO 8601 UTC. */
  readonly from?: string | undefined;
  /** Before this moment, ISO 8601 UTC. */
  readonly to?: string | undefined;
}

export function isWithinTime({ from, to }: AuditFilter, at: string): boolean {
  const time = Date.parse(at);
  return (from === undefined || time >= Date.parse(from)) && (to === undefined || time < Date.parse(to));
}

/**
 * Whether an event passes the filter.
 * @param isInPeriod whether its effective time is within the filter's period
 * @returns null if it is not about money
 */
export function matchesFilter(filter: AuditFilter, { fact }: RecordedEvent, isInPeriod: boolean): boolean | null {
  const { data } = fact;
  if (!('shares' in data || 'entryIds' in data)) return null;
  if (filter.siteId !== undefined && data.siteId !== filter.siteId) return false;
  if (!isInPeriod) return false;
  if (filter.distributorId === undefined) return true;
  return 'shares' in data
    ? data.shares.some(({ ownerId }) => ownerId === filter.distributorId)
    : data.distributorId === filter.distributorId;
}

/** Whether an event passes the filter, also one that is not about money. */
export function matchesAlone(filter: AuditFilter, event: RecordedEvent, isInPeriod: boolean): boolean {
  const matched = matchesFilter(filter, event, isInPeriod);
  if (matched !== null) return matched;
  const { data } = event.fact;
  if (filter.siteId !== undefined && !('siteId' in data && data.siteId === filter.siteId)) return false;
  if (!isInPeriod) return false;
  return filter.distributorId === undefined || ('distributorId' in data && data.distributorId === filter.distributorId);
}

/**
 * Whether a finding of an event passes the filter. One without a distributor concerns the whole path, so it passes with
 * its event.
 * @param isOwn whether the event passes the filter; null: it is not about money, or cannot be read
 * @param isInPeriod whether the event's effective time is within the filter's period. The event's own clock does not
 * decide: an event counts in the period of its effective time.
 */
export function findingMatchesFilter(
  filter: AuditFilter,
  finding: Finding,
  { isOwn, isInPeriod }: { readonly isOwn: boolean | null; readonly isInPeriod: boolean },
): boolean {
  if (filter.siteId !== undefined && finding.siteId !== filter.siteId) return false;
  if (!isInPeriod) return false;
  if (filter.distributorId === undefined) return true;
  return finding.distributorId === null
    ? isOwn !== false
    : finding.distributorId === filter.distributorId || isOwn === true;
}
