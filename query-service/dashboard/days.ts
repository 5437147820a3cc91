import { addDays, dayIn, startOfDay } from '@perktree/contracts/kernel/time-zone';

/** Days of a time zone, and those before them. */
export interface Window {
  /** Whose days these are. */
  readonly timeZone: string;
  /** YYYY-MM-DD, oldest first; with the days of the period before. */
  readonly allDays: readonly string[];
  /** The last of them: the period itself. */
  readonly days: readonly string[];
  /** When each of `allDays` begins, and when the last one ends: ISO 8601 UTC. */
  readonly starts: readonly string[];
}

/** The last days up to today, and the period of equal length before them. */
export function windowOf(now: Date, count: number, timeZone: string): Window {
  const today = dayIn(timeZone, now.getTime());
  return daysBetween(addDays(today, 1 - 2 * count), today, timeZone, count);
}

/** @param count number of the days that are the period; default all */
export function daysBetween(from: string, to: string, timeZone: string, count?: number): Window {
  const allDays: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) allDays.push(day);
  const starts = [...allDays, addDays(to, 1)].map((day) => new Date(startOfDay(timeZone, day)).toISOString());
  return { timeZone, allDays, days: count === undefined ? allDays : allDays.slice(-count), starts };
}
