import { addMonths } from '@perktree/contracts/time-zone';
import { type Days, isDay } from '../../lib/days.ts';

const day = (text: string | null) => (text !== null && isDay(text) ? text : '');

/** The period in an address (`?from=…&to=…`); invalid days are ignored. */
export function daysOf(query: URLSearchParams): Days {
  return { from: day(query.get('from')), to: day(query.get('to')) };
}

/** Past months, newest first: YYYY-MM. */
export const monthsBefore = (month: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, n) => addMonths(month, -n - 1));

/** The site of the page, and the time zone of its days and months. */
export interface AboutSite {
  readonly siteId: string;
  readonly siteName: string;
  readonly timeZone: string;
}
