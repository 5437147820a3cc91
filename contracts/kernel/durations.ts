/** Durations in milliseconds. A day has 24 hours, since all times of the product are UTC. */
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** For so long after confirming a redemption, staff can undo it or lower its sale amount. */
export const CORRECTION_MS = 5 * MINUTE_MS;
