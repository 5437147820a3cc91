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
export function matchesFilter(
  filter: AuditFilter,
  { fact: { data } }: RecordedEvent,
  isInPeriod: boolean,
): boolean | null {
  return 'shares' in data || 'entryIds' in data ? passes(filter, data, isInPeriod) : null;
}

/** Whether an event passes the filter, also one that is not about money. */
export const matchesAlone = (filter: AuditFilter, { fact: { data } }: RecordedEvent, isInPeriod: boolean): boolean =>
  passes(filter, data, isInPeriod);

function passes(
  { siteId, distributorId }: AuditFilter,
  data: RecordedEvent['fact']['data'],
  isInPeriod: boolean,
): boolean {
  if (siteId !== undefined && !('siteId' in data && data.siteId === siteId)) return false;
  if (!isInPeriod || distributorId === undefined) return isInPeriod;
  if ('shares' in data) return data.shares.some(({ ownerId }) => ownerId === distributorId);
  return 'distributorId' in data && data.distributorId === distributorId;
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
