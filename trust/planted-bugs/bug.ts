/** A defect of our own making, to see that it is found. */
export interface PlantedBug {
  /** What is wrong with it, in a few words. */
  readonly name: string;
  /** From the root of the checkout. */
  readonly file: string;
  /** Stands in the file exactly once. */
  readonly before: string;
  readonly after: string;
  /** What must fail by it: a spec, from the root of the checkout, or the words of a part, as `kill-rig --seed 1 --count 20`. */
  readonly caughtBy: string;
  /** One of those of a quick run. */
  readonly isQuick?: true;
}

export const isSpec = (caughtBy: string): boolean => caughtBy.endsWith('.spec.ts');
