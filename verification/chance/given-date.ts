const shifted = Symbol.for('perktree.given-date');

/**
 * Lets a test process begin at a given moment: its clock runs from there. `npm run verify -- dates` gives it as the variable
 * `AT`, and the time zone as `TZ`.
 */
export function beginAt(moment: string): void {
  if (shifted in Date) return;
  const real = Date;
  const realNow = real.now.bind(real);
  const ahead = Date.parse(moment) - realNow();
  if (Number.isNaN(ahead)) throw new Error(`AT is no moment: ${moment}`);
  Object.assign(real, { now: () => realNow() + ahead, [shifted]: true });
  globalThis.Date = new Proxy(real, {
    construct: (target, given, newTarget) =>
      Reflect.construct(target, given.length === 0 ? [target.now()] : given, newTarget),
    apply: (target) => new target(target.now()).toString(),
  });
}
