import { type Days, isDay } from '../../lib/days.ts';

const day = (text: string | null) => (text !== null && isDay(text) ? text : '');

/** The period that an address asks for (`?from=…&to=…`); what is no day is none. */
export function daysOf(query: URLSearchParams): Days {
  return { from: day(query.get('from')), to: day(query.get('to')) };
}

/** Months that are over, the newest first: YYYY-MM. */
export function monthsBefore(now: Date, count: number): readonly string[] {
  return Array.from({ length: count }, (_, n) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - n - 1)).toISOString().slice(0, 7),
  );
}
