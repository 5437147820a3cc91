import type { Pool } from 'pg';

/** A time as Postgres writes it, in whatever zone the session is in, as ISO 8601 UTC with milliseconds. */
function isoTime(text: string): string {
  const withMinutes = /[+-]\d\d$/.test(text) ? `${text}:00` : text;
  return new Date(withMinutes.replace(' ', 'T')).toISOString();
}

/** Values as the rows of contracts/read-models have them, by Postgres type id. Everything else stays text. */
const PARSERS: Readonly<Record<number, (text: string) => unknown>> = {
  16: (text) => text === 't',
  20: BigInt,
  21: Number,
  23: Number,
  1184: isoTime,
  1700: Number,
};
const asText = (text: string) => text;
// The name and its loose return type are what pg asks for.
const types = { getTypeParser: (oid: number) => PARSERS[oid] ?? asText };

/** One statement against the read models. Rows come typed as in contracts/read-models. */
export async function select<Row extends object>(
  pool: Pool,
  text: string,
  values: readonly unknown[],
): Promise<readonly Row[]> {
  const { rows } = await pool.query({ text, values: [...values], types: types as never });
  return rows as Row[];
}
