/**
 * Lets one of several pieces of work run at a time, in the order in which they came: a walk over a large history keeps a
 * processor busy, and the others who are served should not wait for many of them at once.
 */
export function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
  let tail: Promise<unknown> = Promise.resolve();
  return (work) => {
    const run = tail.then(work);
    tail = run.catch(() => {});
    return run;
  };
}
