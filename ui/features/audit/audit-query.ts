import { type Days, isDay } from '../../lib/days.ts';

const day = (text: string | null) => (text !== null && isDay(text) ? text : '');

/** The period in an address (`?from=…&to=…`); invalid days are ignored. */
export function daysOf(query: URLSearchParams): Days {
  return { from: day(query.get('from')), to: day(query.get('to')) };
}

/** Past months, newest first: YYYY-MM. */
export function monthsBefore(now: Date, count: number): readonly string[] {
  return Array.from({ length: count }, (_, n) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - n - 1)).toISOString().slice(0, 7),
  );
}
