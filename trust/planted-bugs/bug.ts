/** A defect of our own making, to see that it is found. */
export interface PlantedBug {
  /** What is wrong with it, in a few words. */
  readonly name: string;
  /** From the root of the checkout. */
  readonly file: string;
  /** Stands in the file exactly once. */
  readonly before: string;
  readonly after: string;
  /** The spec that must fail by it, from the root of the checkout. */
  readonly caughtBy: string;
  /** One of those of a quick run. */
  readonly isQuick?: true;
}
