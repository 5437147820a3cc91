import { z } from 'zod';
import { rule } from './issue-codes.ts';

/**
 * What people write, of which events are made: no control characters, and no half of a surrogate pair. That is no character,
 * JSON can carry it as an escape, and Postgres takes it and then cannot read the event by any of its fields.
 */
export const PLAIN_LINE = [/^[^\p{Cc}\p{Cs}]*$/u, rule('BAD_CHARACTERS')] as const;

/** The same in several lines. */
const PLAIN_LINES = [/^(?:[^\p{Cc}\p{Cs}]|\n)*$/u, rule('BAD_CHARACTERS')] as const;

/**
 * What a person writes in one line: trimmed, not empty, at most `max` characters.
 * @param required the issue of an empty text
 */
export const plainLine = (max: number, required?: string) =>
  z
    .string()
    .trim()
    .min(1, required)
    .max(max)
    .regex(...PLAIN_LINE);

/** The same in several lines. */
export const plainLines = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .regex(...PLAIN_LINES);
