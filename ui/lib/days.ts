import { DAY_MS } from '@perktree/contracts/durations';
/** A period as date fields have it: YYYY-MM-DD, or nothing. Both days count. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

export const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

/** Days in UTC as a call takes them: the moment from which on, and the one before which. */
export function timeOf({ from, to }: Days): { from?: string; to?: string } {
  return {
    ...(isDay(from) && { from: `${from}T00:00:00.000Z` }),
    ...(isDay(to) && { to: new Date(Date.parse(to) + DAY_MS).toISOString() }),
  };
}
