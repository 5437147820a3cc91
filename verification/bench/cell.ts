/** One measurement: one contender, one workload, one round, in a process of its own. */
export interface Cell {
  readonly part: string;
  /** What was done, such as `uniform, 64 callers`. */
  readonly workload: string;
  /** The contender: `product`, or what it is compared with. */
  readonly contender: string;
  /** From 1. */
  readonly round: number;
  /** By name, with the unit in it: `per second`, `p99 ms`. */
  readonly figures: Readonly<Record<string, number>>;
  /** Why its figures mean nothing; null: it was correct. */
  readonly void: string | null;
  /** Time to write a page to disk just before the cell, in milliseconds. */
  readonly diskMs: number;
}
