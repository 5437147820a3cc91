/** One measurement: one contender, one workload, one round, in a process of its own. */
export interface Cell {
  readonly part: string;
  /** What was done, such as `uniform, 64 callers`. */
  readonly workload: string;
  /** Who did it: `product`, or what it is measured beside. */
  readonly contender: string;
  /** From 1. */
  readonly round: number;
  /** By name, with the unit in it: `per second`, `p99 ms`. */
  readonly figures: Readonly<Record<string, number>>;
  /** Why its figures mean nothing; null: it was correct. */
  readonly void: string | null;
  /** How long the disk took for a page before it, in milliseconds. */
  readonly diskMs: number;
}
