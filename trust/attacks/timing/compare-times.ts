/** Two series of times, in milliseconds, and whether somebody could tell the one from the other by them. */
export interface Compared {
  readonly medians: readonly [number, number];
  /** The chance that a time of the first is longer than one of the second: 0.5 where nothing can be told. */
  readonly longerOften: number;
}

/** By ranks (Mann-Whitney), so that a few slow answers of a busy machine count for little. */
export function compareTimes(first: readonly number[], second: readonly number[]): Compared {
  let longer = 0;
  for (const one of first) for (const other of second) longer += one > other ? 1 : one === other ? 0.5 : 0;
  return {
    medians: [median(first), median(second)],
    longerOften: first.length * second.length === 0 ? 0.5 : longer / (first.length * second.length),
  };
}

export function median(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

export function percentile(times: readonly number[], percent: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(Math.ceil((percent / 100) * sorted.length), sorted.length) - 1] ?? 0;
}

/**
 * Whether the difference is one to be found. Generous: on a shared machine chance alone moves this by a tenth, a hash that
 * is left out moves it to nearly 0 or 1.
 */
export function canBeTold({ longerOften }: Compared): boolean {
  return Math.abs(longerOften - 0.5) > 0.35;
}
