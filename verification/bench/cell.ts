/** One measurement: one contender, one workload, one round, in a separate process. */
export interface Cell {
  readonly part: string;
  /** Such as `uniform, 64 callers`. */
  readonly workload: string;
  /** The contender: `product`, or what it is compared with. */
  readonly contender: string;
  /** From 1. */
  readonly round: number;
  /** By name, which includes the unit: `per second`, `p99 ms`. */
  readonly figures: Readonly<Record<string, number>>;
  /** Why its figures are invalid; null: they are valid. */
  readonly void: string | null;
  /** Time to write a page to disk just before the cell, in milliseconds. */
  readonly diskMs: number;
}
