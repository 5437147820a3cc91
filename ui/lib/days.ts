import { addDays, startOfDay } from '@perktree/contracts/kernel/time-zone';

/** A period of days: YYYY-MM-DD or empty. Both days are included. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** The UTC time of a typed local one. @returns the text if it is no time, for the rules of the call to report */
export function utcOf(local: string): string {
  const time = new Date(local);
  return Number.isNaN(time.getTime()) ? local : time.toISOString();
}

/** A time in the device's zone as inputs for a date and time have it: without seconds where they are 0. */
export function localOf(time: number): string {
  const local = new Date(time - new Date(time).getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 19).replace(/:00$/, '');
}

/** Of inputs for a date and time: years of four digits. */
export const LATEST_LOCAL = '9999-12-31T23:59';

export const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

/** UTC times of days of a time zone as calls take them: `from` inclusive, `to` exclusive. */
export function timeOf({ from, to }: Days, timeZone: string): { from?: string; to?: string } {
  return {
    ...(isDay(from) && { from: new Date(startOfDay(timeZone, from)).toISOString() }),
    ...(isDay(to) && { to: endOfDay(to, timeZone) }),
  };
}

/** The first moment after a day, ISO 8601 UTC. */
export const endOfDay = (day: string, timeZone: string): string =>
  new Date(startOfDay(timeZone, addDays(day, 1))).toISOString();
