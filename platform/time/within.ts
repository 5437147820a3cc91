import { systemTimers, type Timers } from './timers.ts';

/** Waits for work that may fail or never end, for so long. @returns whether it has ended */
export async function within(limitMs: number, work: Promise<unknown>, timers: Timers = systemTimers): Promise<boolean> {
  let endTimer = () => {};
  const limit = new Promise<boolean>((resolve) => {
    endTimer = timers.after(limitMs, () => resolve(false));
  });
  const ended = work.then(
    () => true,
    () => true,
  );
  const inTime = await Promise.race([ended, limit]);
  endTimer();
  return inTime;
}
