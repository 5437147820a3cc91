import type { Pool } from 'pg';
import { type Built, built } from './sql.ts';

/** In `2026-01-31 12:00:00.5+00`: the index of the fraction, and the lengths without a fraction and with the longest. */
const [FRACTION_AT, SHORTEST, LONGEST] = [20, 22, 29];

/** Converts a time as Postgres writes it, in any session time zone, to ISO 8601 UTC with milliseconds. */
function isoTime(text: string): string {
  // Fast path for UTC and years of four digits: a Date takes ten times as long.
  if (text.endsWith('+00') && text[4] === '-' && text.length >= SHORTEST && text.length <= LONGEST) {
    const milliseconds = text.slice(FRACTION_AT, Math.min(FRACTION_AT + 3, text.length - 3)).padEnd(3, '0');
    return `${text.slice(0, 10)}T${text.slice(11, 19)}.${milliseconds}Z`;
  }
  const withMinutes = /[+-]\d\d$/.test(text) ? `${text}:00` : text;
  return new Date(withMinutes.replace(' ', 'T')).toISOString();
}

/**
 * Values as the rows of contracts/catalogue/read-models have them, by Postgres type id. Everything else stays text. What pg itself
 * returns has other types: numeric and bigint come as text, times as Date.
 */
const PARSERS: Readonly<Record<number, (text: string) => unknown>> = {
  16: (text) => text === 't',
  20: BigInt,
  21: Number,
  23: Number,
  1007: (text) => (text === '{}' ? [] : text.slice(1, -1).split(',').map(Number)),
  1184: isoTime,
  1700: Number,
};
const asText = (text: string) => text;
// The name and its loose return type are what pg asks for.
const types = { getTypeParser: (oid: number) => PARSERS[oid] ?? asText };

/** SQLSTATE of "cached plan must not change result type": a view of a prepared statement has new columns. */
const VIEW_HAS_CHANGED = '0A000';

/**
 * One statement against the read models. Rows come typed as in contracts/catalogue/read-models.
 * @param given values by number, or by name: see `named`
 * @param name for a frequent statement whose text is always the same: each connection then prepares it once
 */
export async function select<Row extends object>(
  pool: Pool,
  statement: Built | string,
  given: readonly unknown[] | Readonly<Record<string, unknown>> = {},
  name?: string,
): Promise<readonly Row[]> {
  const [text, values] = Array.isArray(given)
    ? [statement as string, [...given]]
    : built(statement, given as Readonly<Record<string, unknown>>);
  const query = { text, values, types: types as never };
  if (name === undefined) return (await pool.query(query)).rows as Row[];
  try {
    return (await pool.query({ name: `select-${name}`, ...query })).rows as Row[];
  } catch (error) {
    if ((error as { code?: string }).code !== VIEW_HAS_CHANGED) throw error;
    return (await pool.query(query)).rows as Row[];
  }
}
