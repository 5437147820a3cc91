/**
 * The clocks of commands and the order of their events may disagree by as much, in milliseconds: a command is stored, or
 * given up, within a minute of the instant that it took for now.
 */
export const CLOCK_DISORDER_MS = 60_000;
