import { DAY_MS, MINUTE_MS } from '@perktree/contracts/kernel/durations';
import type { Dice } from './dice.ts';

/** How busy a shop is by weekday, from Sunday: the weekend brings the most visitors. */
const WEEKDAYS = [1.25, 0.75, 0.8, 0.9, 1, 1.35, 1.6];
/** By hour of the day (UTC), from 8: a lunch peak and a smaller one after work. */
const OPENING_HOUR = 8;
const HOURS = [2, 3, 4, 6, 10, 9, 5, 4, 5, 7, 6, 3];

/** Midnight (UTC) of each day before `now`, oldest first. */
export function daysBefore(now: Date, count: number): readonly Date[] {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  return Array.from({ length: count }, (_, index) => new Date(today - (count - index) * DAY_MS));
}

/** Factor for the number of visitors on a day, by its weekday and season. */
export function busynessOf(day: Date): number {
  return (WEEKDAYS[day.getUTCDay()] ?? 1) * season(day);
}

/** Times at which visitors come on a day, in order. `average` is that of a whole week. */
export function visitsOf(day: Date, average: number, dice: Dice): readonly Date[] {
  const expected = average * busynessOf(day) * (0.75 + dice.next() / 2);
  const minutes = Array.from({ length: Math.round(expected) }, () => {
    const hour = dice.pick(
      HOURS.map((weight, index) => ({ weight, index })),
      ({ weight }) => weight,
    ).index;
    return (OPENING_HOUR + hour) * 60 + dice.next() * 60;
  });
  return minutes.sort((a, b) => a - b).map((minute) => new Date(Math.round(day.getTime() + minute * MINUTE_MS)));
}

/** Between 0.7 in midwinter and 1.3 in midsummer. */
function season(day: Date): number {
  const dayOfYear = (day.getTime() - Date.UTC(day.getUTCFullYear(), 0, 1)) / DAY_MS;
  return 1 - 0.3 * Math.cos((2 * Math.PI * (dayOfYear + 10)) / 365);
}
