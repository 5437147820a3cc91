import { DAY_MS, HOUR_MS, MINUTE_MS } from './durations.ts';
import { UTC } from './time-zone-name.ts';

/**
 * Which day and month of a time zone an instant belongs to. All dates of the product are computed here: read models keep
 * instants, and queries get the instants at which days begin. Days are `YYYY-MM-DD`, months `YYYY-MM`, instants milliseconds.
 */

/**
 * The quarter of an hour of an instant, by which read models count: every zone is a multiple of it away from UTC, so its days
 * are sums of them.
 * @param iso UTC with milliseconds
 */
export function quarterHourOf(iso: string): string {
  const minutes = Number(iso.slice(14, 16));
  return `${iso.slice(0, 14)}${String(minutes - (minutes % 15)).padStart(2, '0')}:00.000Z`;
}

export const dayIn = (zone: string, instant: number): string => localIso(zone, instant).slice(0, 10);
export const monthIn = (zone: string, instant: number): string => localIso(zone, instant).slice(0, 7);

/** "2026-11-27T23:00:00.000+13:00": the same instant, as clocks of the zone show it. In UTC it ends with `Z`. */
export function timeIn(zone: string, iso: string): string {
  const instant = Date.parse(iso);
  const offset = offsetAt(zone, instant);
  if (offset === 0) return new Date(instant).toISOString();
  const minutes = Math.abs(offset) / MINUTE_MS;
  const two = (number: number) => String(Math.floor(number)).padStart(2, '0');
  return `${localIso(zone, instant).slice(0, -1)}${offset < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`;
}

/** The first instant of a day. A day that a zone skipped begins when the next one does. */
export function startOfDay(zone: string, day: string): number {
  const utc = Date.parse(`${day}T00:00:00.000Z`);
  const before = utc - offsetAt(zone, utc - DAY_MS);
  const after = utc - offsetAt(zone, utc + DAY_MS);
  if (before === after) return before;
  // Clocks that go back at midnight show it twice: the day begins with the first.
  const isMidnight = (instant: number) => utc - offsetAt(zone, instant) === instant;
  const midnight = [before, after].filter(isMidnight);
  // Clocks that go forward at midnight never show it: the day begins when they do.
  return midnight.length === 0 ? before : Math.min(...midnight);
}

export const startOfMonth = (zone: string, month: string): number => startOfDay(zone, `${month}-01`);

/** @param count may be negative */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00.000Z`) + count * DAY_MS).toISOString().slice(0, 10);
}

/** @param count may be negative */
export function addMonths(month: string, count: number): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + count)).toISOString().slice(0, 7);
}

/** A zone from which on an instant counts. */
export interface ZoneChange {
  readonly zone: string;
  /** The first instant; -Infinity for the zone that a site began with. */
  readonly since: number;
}

/**
 * When a month began in a zone that was changed: in the first of the zones that had reached the month before the next one
 * was chosen. So a month that had begun keeps its beginning, and a month that had ended its end.
 * @param changes oldest first, at least one
 */
export function startOfMonthAmong(
  changes: readonly ZoneChange[],
  month: string,
): { readonly at: number; readonly zone: string } {
  for (const [index, { zone }] of changes.entries()) {
    const at = startOfMonth(zone, month);
    const next = changes[index + 1];
    if (next === undefined || at < next.since) return { at, zone };
  }
  return { at: startOfMonth(UTC, month), zone: UTC };
}

/** What clocks of the zone show, written as if it were UTC. */
const localIso = (zone: string, instant: number) => new Date(instant + offsetAt(zone, instant)).toISOString();

/** Milliseconds by which the zone's clocks are ahead of UTC. */
function offsetAt(zone: string, instant: number): number {
  if (zone === UTC) return 0;
  // "1/31/2026, GMT-09:30"; in UTC "GMT" alone.
  const [, sign, hours = 0, minutes = 0] = /GMT(?:([+-])(\d+):(\d+))?/.exec(clockIn(zone).format(instant)) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS);
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Creating an Intl format takes longer than a hundred uses of it. @throws RangeError for an unknown zone */
function clockIn(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known) return known;
  const clock = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  clocks.set(zone, clock);
  return clock;
}
