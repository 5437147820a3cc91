/** A `Date` header has whole seconds, and its answer takes time to arrive. */
const TOLERANCE_MS = 2000;

/** Milliseconds by which the server's clock is ahead of this device's. */
let ahead = 0;

/** Takes the `Date` header of an answer, or the time at which the server rendered the page. */
export function noteServerTime(date: string | null | undefined, now = Date.now()): void {
  const found = Date.parse(date ?? '') - now;
  if (Math.abs(found - ahead) > TOLERANCE_MS) ahead = found;
}

/** The server's time in milliseconds, because clocks of phones are often minutes wrong. */
export const serverNow = (now = Date.now()): number => now + ahead;
