import { z } from 'zod';
import { rule } from './issue-codes.ts';

/**
 * What Postgres stores and reads back, in one line: no control characters, and no half of a surrogate pair. That is no
 * character, JSON can carry it as an escape, and Postgres takes it and then cannot read the event by any of its fields.
 * For searches, tokens and addresses, which are compared and not shown.
 */
export const STORABLE_LINE = [/^[^\p{Cc}\p{Cs}]*$/u, rule('BAD_CHARACTERS')] as const;

/**
 * Characters of texts that others read. In addition to what cannot be stored, no character that is invisible or turns the order of
 * the line around: format characters (Cf), line separators, and letters without a shape. Joiners may stand inside words and
 * emoji.
 */
const SHOWN = '[^\\p{Cc}\\p{Cs}\\p{Cf}\\p{Zl}\\p{Zp}\\u034f\\u115f\\u1160\\u2800\\u3164\\uffa0]';
const OF_WORDS = '[\\p{L}\\p{M}\\p{N}\\p{P}\\p{S}]';
const JOINED = `${OF_WORDS}[\\u200c\\u200d](?=${OF_WORDS})`;
const tagsOf = (letters: string) =>
  Array.from(letters, (letter) => `\\u{e00${letter.charCodeAt(0).toString(16)}}`).join('');
/** England, Scotland and Wales: the only emoji with tags, which are invisible letters. Any other tags could hide a text. */
const FLAG = `\\u{1f3f4}(?:${['gbeng', 'gbsct', 'gbwls'].map(tagsOf).join('|')})\\u{e007f}`;
/** Empty, or with a character that can be seen. */
const shown = (characters: string) =>
  new RegExp(`^(?:|(?=[\\s\\S]*[\\p{L}\\p{N}\\p{P}\\p{S}])(?:${FLAG}|${JOINED}|${characters})+)$`, 'u');

/** A text in one line that others read; may be empty. */
export const SHOWN_LINE = [shown(SHOWN), rule('BAD_CHARACTERS')] as const;
const SHOWN_LINES = [shown(`\\n|${SHOWN}`), rule('BAD_CHARACTERS')] as const;

/**
 * What a person writes in one line for others to read: trimmed, not empty, at most `max` characters. Every name and text of
 * the catalogue is made by this, `shownLines` or `SHOWN_LINE`.
 * @param required the issue of an empty text
 */
export const shownLine = (max: number, required?: string) =>
  z
    .string()
    .trim()
    .min(1, required)
    .max(max)
    .regex(...SHOWN_LINE);

/** The same in several lines. */
export const shownLines = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .regex(...SHOWN_LINES);

/** What a person searches by, or a link brings: trimmed, not empty, at most `max` characters. */
export const storableLine = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .regex(...STORABLE_LINE);
