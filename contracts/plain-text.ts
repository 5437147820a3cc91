import { rule } from './issue-codes.ts';

/**
 * What people write, of which events are made: no control characters, and no half of a surrogate pair. That is no character,
 * JSON can carry it as an escape, and Postgres takes it and then cannot read the event by any of its fields.
 */
export const PLAIN_LINE = [/^[^\p{Cc}\p{Cs}]*$/u, rule('BAD_CHARACTERS')] as const;

/** The same in several lines. */
export const PLAIN_LINES = [/^(?:[^\p{Cc}\p{Cs}]|\n)*$/u, rule('BAD_CHARACTERS')] as const;
