/** How much a part is to do: whichever of the two comes first. At least one of them is given. */
export interface Budget {
  /** So many of the part's unit; null: as many as there is time for. */
  readonly count: number | null;
  /** Begins nothing new after this moment (milliseconds since 1970); null: takes the time it takes. */
  readonly until: number | null;
}

/** Something that must never be, found. */
export interface Violation {
  /** The rule that does not hold and where, in a line or a few. */
  readonly what: string;
  /** Brings it back, together with `again`. */
  readonly seed: number;
  /** The words after `npm run trust --` that do it again. */
  readonly again: string;
}

export interface PartResult {
  /** What was done, in the words of docs/trust.md: `{ kills: 60, 'commands acknowledged': 5120 }`. They are added up. */
  readonly counts: Readonly<Record<string, number>>;
  readonly violations: readonly Violation[];
  /** What this machine could not do, and why: `disk full: needs root`. */
  readonly skipped?: readonly string[];
}

/** Says how it goes: a line without its end. */
export type Report = (line: string) => void;

/** One way to try the product: `npm run trust -- NAME`. */
export interface Part {
  /** The word that selects it: lower case, hyphens. */
  readonly name: string;
  /** What it does, for `npm run trust -- help`. */
  readonly about: string;
  /** What a budget counts, in the plural: `kills`, `seeds`, `requests`, `cells`, `planted bugs`. A key of the counts. */
  readonly unit: string;
  /** How many make a quick run; null: all there are. */
  readonly quick: number | null;
  /** How long its turns in a campaign are at most, in milliseconds; ten minutes where it does not say. */
  readonly longestTurnMs?: number;
  /** It waits for processes more than it computes: it begins with the first of them, and goes on beside all others. */
  readonly waits?: true;
  /** It compares how long answers take, and so needs the machine for itself. */
  readonly measuresTime?: true;
  /**
   * The same seed does the same again, as far as the part's own choices go. A violation is a result; what keeps the part
   * from trying at all is thrown.
   */
  run(budget: Budget, seed: number, report: Report): Promise<PartResult>;
}
