import { CLOCK_DISORDER_MS } from '../kernel/durations.ts';
import { addMonths, startOfMonthAmong, type ZoneChange } from '../kernel/time-zone.ts';
import { UTC } from '../kernel/time-zone-name.ts';
import type { ClosedMonthAnswer } from './report-calls.ts';

/** Of closes over all sites, and of a site whose zone never changed. */
export const UTC_ALONE: readonly ZoneChange[] = [{ zone: UTC, since: Number.NEGATIVE_INFINITY }];

/** When a calendar month begins and ends, ISO 8601 UTC, and the zone in which it ends. @param zones of its site */
export function periodOfMonth(
  month: string,
  zones = UTC_ALONE,
): Readonly<Pick<ClosedMonthAnswer, 'from' | 'to' | 'timeZone'>> {
  const end = startOfMonthAmong(zones, addMonths(month, 1));
  return {
    from: new Date(startOfMonthAmong(zones, month).at).toISOString(),
    to: new Date(end.at).toISOString(),
    timeZone: end.zone,
  };
}

/** The instant from which on nothing can be added to a month any more, in milliseconds. @param zones of its site */
export function closableFrom(month: string, zones = UTC_ALONE): number {
  return Date.parse(periodOfMonth(month, zones).to) + CLOCK_DISORDER_MS;
}
