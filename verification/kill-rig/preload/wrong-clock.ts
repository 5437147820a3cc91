/** Sets the clock of this process ahead by `ms` milliseconds; timers are unchanged. */
export function setClockAhead(ms: number): void {
  const real = Date;
  const now = () => real.now() + ms;
  globalThis.Date = new Proxy(real, {
    construct: (target, given) => Reflect.construct(target, given.length === 0 ? [now()] : given),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
}
