/** Durations in milliseconds. A day has 24 hours, since all times of the product are UTC. */
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/**
 * Most by which command times and event order may disagree: a command is stored or given up within a minute of its own time.
 */
export const CLOCK_DISORDER_MS = 60_000;
