/**
 * Runs the work of one key one after another, of different keys side by side. Code entry needs it: guesses that were all
 * let in before the first of them was recorded as a miss would pass the lock.
 */
export function createOneAtATime(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const tails = new Map<string, Promise<unknown>>();
  return (key, work) => {
    const run = (tails.get(key) ?? Promise.resolve()).then(work);
    const tail = run
      .catch(() => {})
      .finally(() => {
        if (tails.get(key) === tail) tails.delete(key);
      });
    tails.set(key, tail);
    return run;
  };
}
