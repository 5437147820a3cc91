/** A period as date fields have it: YYYY-MM-DD, or nothing. Both days count. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

const DAY_MS = 86_400_000;
const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
const day = (text: string | null) => (text !== null && isDay(text) ? text : '');

/** The period that an address asks for (`?from=…&to=…`); what is no day is none. */
export function daysOf(query: URLSearchParams): Days {
  return { from: day(query.get('from')), to: day(query.get('to')) };
}

/** Days in UTC as a call takes them: the moment from which on, and the one before which. */
export function timeOf({ from, to }: Days): { from?: string; to?: string } {
  return {
    ...(isDay(from) && { from: `${from}T00:00:00.000Z` }),
    ...(isDay(to) && { to: new Date(Date.parse(to) + DAY_MS).toISOString() }),
  };
}

/** Months that are over, the newest first: YYYY-MM. */
export function monthsBefore(now: Date, count: number): readonly string[] {
  return Array.from({ length: count }, (_, n) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - n - 1)).toISOString().slice(0, 7),
  );
}
