import { Refused } from '@perktree/contracts/refusals';

/** The first and the longest time after a failure in which nobody asks the provider again, in milliseconds. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

/**
 * Makes something when it is first needed, and the provider that it needs can be reached. Those who ask at once share one
 * attempt. After a failure the next is made when somebody asks after a pause, which doubles up to a minute; until then,
 * and where it fails, everybody is told at once that it is not available.
 * @param attempt has to end in bounded time
 * @returns what was made. @throws Refused UNAVAILABLE
 */
export function whenReachable<T>(options: {
  readonly attempt: () => Promise<T>;
  readonly clock: () => Date;
  /** Told of the first failure in a row, and of the end of them. */
  readonly onProblem: (message: string) => void;
}): () => Promise<T> {
  const { attempt, clock, onProblem } = options;
  let made: { readonly value: T } | null = null;
  let underWay: Promise<T> | null = null;
  let failures = 0;
  let notBefore = 0;

  async function make(): Promise<T> {
    try {
      made = { value: await attempt() };
      if (failures > 0) onProblem(`the provider answers again, after ${failures} attempts in vain`);
      return made.value;
    } catch (error) {
      if (failures === 0) onProblem(`the provider cannot be reached: ${(error as Error).message}`);
      notBefore = clock().getTime() + Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures);
      failures += 1;
      throw new Refused('UNAVAILABLE');
    } finally {
      underWay = null;
    }
  }

  return async () => {
    if (made) return made.value;
    if (underWay) return underWay;
    if (clock().getTime() < notBefore) throw new Refused('UNAVAILABLE');
    underWay = make();
    return underWay;
  };
}
