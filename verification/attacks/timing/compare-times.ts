import { median } from '@perktree/bench/report';

/** Two series of response times in milliseconds, compared. */
interface Compared {
  readonly medians: readonly [number, number];
  /** Probability that a time of the first is longer than one of the second; 0.5: indistinguishable. */
  readonly longerOften: number;
}

/** Mann-Whitney test by ranks, which outliers of a busy machine hardly affect. */
export function compareTimes(first: readonly number[], second: readonly number[]): Compared {
  let longer = 0;
  for (const one of first) for (const other of second) longer += one > other ? 1 : one === other ? 0.5 : 0;
  return {
    medians: [median(first), median(second)],
    longerOften: first.length * second.length === 0 ? 0.5 : longer / (first.length * second.length),
  };
}

/**
 * The threshold is generous: on a shared machine chance alone moves the probability by 0.1, while a skipped hash moves it
 * to nearly 0 or 1.
 */
export function isDistinguishable({ longerOften }: Compared): boolean {
  return Math.abs(longerOften - 0.5) > 0.35;
}
