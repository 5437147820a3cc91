import type { ScopeAnswer } from '@perktree/contracts/audit/scope';
import { addMonths } from '@perktree/contracts/kernel/time-zone';
import { type Days, isDay, timeOf } from '../lib/days.ts';
import { formatDate } from '../lib/format.ts';

const day = (text: string | null) => (text !== null && isDay(text) ? text : '');

/** The period in an address (`?from=…&to=…`); invalid days are ignored. */
export function daysOf(query: URLSearchParams): Days {
  return { from: day(query.get('from')), to: day(query.get('to')) };
}

/** The position in an address (`?position=…`); empty: the newest event. */
export const chosenPositionOf = (query: URLSearchParams): string =>
  /^\d{1,18}$/.exec(query.get('position') ?? '')?.[0] ?? '';

export const isBackwards = ({ from, to }: Days): boolean => from !== '' && to !== '' && from > to;

/** Past months, newest first: YYYY-MM. */
export const monthsBefore = (month: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, n) => addMonths(month, -n - 1));

/** Months of which the period has days. */
export const monthsWithin = (months: readonly string[], { from, to }: Days): readonly string[] =>
  months.filter((month) => (from === '' || month >= from.slice(0, 7)) && (to === '' || month <= to.slice(0, 7)));

/** What every panel of the page asks about: chosen once, in the address. */
export interface AuditScope {
  readonly siteId: string;
  readonly siteName: string;
  /** Of the site: its days and months. */
  readonly timeZone: string;
  readonly days: Days;
  readonly position: string;
  /** As each call takes it. */
  readonly query: { readonly from?: string; readonly to?: string; readonly position?: string };
}

export function scopeOf(
  site: Pick<AuditScope, 'siteId' | 'siteName' | 'timeZone'>,
  query: URLSearchParams,
): AuditScope {
  const [days, position] = [daysOf(query), chosenPositionOf(query)];
  return { ...site, days, position, query: { ...timeOf(days, site.timeZone), ...(position !== '' && { position }) } };
}

/** The first and the last day of an answer, as a reader says them; null where it is open. */
export function shownDays(
  { from, to, timeZone }: Pick<ScopeAnswer, 'from' | 'to' | 'timeZone'>,
  language: string,
): readonly [from: string | null, to: string | null] {
  const last = to && new Date(Date.parse(to) - 1).toISOString();
  return [from && formatDate(from, language, timeZone), last && formatDate(last, language, timeZone)];
}
