import { Refused } from '@perktree/contracts/kernel/refusals';

/** First and longest pause after a failed request to the provider, in milliseconds. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

/**
 * Makes something when it is first needed, and the provider that it needs can be reached. Those who ask at once share one
 * attempt. After a failure the next request after a pause tries again; the pause doubles up to a minute. Until then
 * requests are refused at once.
 * @param attempt has to end in bounded time
 * @returns what was made. @throws Refused UNAVAILABLE
 */
export function whenReachable<T>(options: {
  readonly attempt: () => Promise<T>;
  readonly clock: () => Date;
  /** Called at the first failure of a series, and at its end. */
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
