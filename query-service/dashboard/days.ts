import { DAY_MS } from '@perktree/contracts/durations';

/** The last days up to today, and the period of equal length before them, in UTC. */
export interface Window {
  /** YYYY-MM-DD, oldest first. */
  readonly days: readonly string[];
  /** First day of the period before. */
  readonly previousFrom: string;
}

export function windowOf(now: Date, count: number): Window {
  const day = (ago: number) => new Date(now.getTime() - ago * DAY_MS).toISOString().slice(0, 10);
  return {
    days: Array.from({ length: count }, (_, index) => day(count - 1 - index)),
    previousFrom: day(2 * count - 1),
  };
}
