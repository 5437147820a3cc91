/**
 * Most by which command times and event order may disagree, in milliseconds: a command is stored or given up within a
 * minute of its own time.
 */
export const CLOCK_DISORDER_MS = 60_000;
