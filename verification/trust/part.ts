/** Amount of work by name. */
export type Counts = Readonly<Record<string, number>>;

export function addCounts(a: Counts, b: Counts): Counts {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return Object.fromEntries([...names].map((name) => [name, (a[name] ?? 0) + (b[name] ?? 0)]));
}

/** Limits of a part's run: the first that is reached ends it. At least one is not null. */
export interface Budget {
  /** Number of the part's units; null: no limit. */
  readonly count: number | null;
  /** Deadline for new work (milliseconds since 1970); null: none. */
  readonly until: number | null;
}

/** @param done units so far */
export function isSpent({ count, until }: Budget, done: number): boolean {
  return (count !== null && done >= count) || (until !== null && Date.now() >= until);
}

/** A broken rule that a part has found. */
export interface Violation {
  /** The broken rule and where, in a few lines. */
  readonly what: string;
  /** Arguments of `npm run trust --` that reproduce it, with the seed if one matters. */
  readonly again: string;
}

export interface PartResult {
  /** Amount of work, by the names of docs/reference/trust.md: `{ kills: 60, 'commands acknowledged': 5120 }`. Summed over turns. */
  readonly counts: Counts;
  readonly violations: readonly Violation[];
  /** Work that this machine cannot do, with the reason: `disk full: needs root`. */
  readonly skipped?: readonly string[];
}

/** Prints progress: one line, without a line break. */
export type Report = (line: string) => void;

/** One way to test the product: `npm run trust -- NAME`. */
export interface Part {
  /** Selects it on the command line: lower case, hyphens. */
  readonly name: string;
  /** Description for `npm run trust -- help`. */
  readonly about: string;
  /** The unit of `Budget.count`, in the plural: `kills`, `seeds`, `requests`, `cells`. A key of the counts. */
  readonly unit: string;
  /** Units in a quick run. */
  readonly quick: number;
  /** Limit of its turns in a campaign, in milliseconds; default: ten minutes. */
  readonly longestTurnMs?: number;
  /** It mostly waits for processes, so it starts first and runs beside all others. */
  readonly waits?: true;
  /** It compares response times, so it runs alone. */
  readonly measuresTime?: true;
  /** The part's own choices are deterministic for a seed. Violations are returned; obstacles to the test are thrown. */
  run(budget: Budget, seed: number, report: Report): Promise<PartResult>;
}
