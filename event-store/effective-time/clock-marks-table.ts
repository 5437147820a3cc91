import type pg from 'pg';
import type { ClockMark, ClockMarks } from './clock-marks.ts';

const UNDEFINED_TABLE = '42P01';

/** Creates the table of the marks. The service that owns the table runs it. */
export const createClockMarksSql = (table: string) => `
CREATE TABLE IF NOT EXISTS ${table} (
  log text NOT NULL,
  position bigint NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (log, position)
)`;

/**
 * Marks that all processes on a database share.
 * @param writes false for a session that may only read
 */
export function clockMarksIn(pool: pg.Pool, table: string, { writes }: { readonly writes: boolean }): ClockMarks {
  const newest = async (condition: string, values: readonly string[]): Promise<ClockMark | null> => {
    const text = `SELECT position, at FROM ${table} WHERE log = $1 AND ${condition} ORDER BY position DESC LIMIT 1`;
    const { rows } = await pool.query<{ position: string; at: Date }>(text, [...values]).catch((error: unknown) => {
      if ((error as { code?: string }).code !== UNDEFINED_TABLE) throw error;
      // The service that owns the table has not started yet, so there are no marks.
      return { rows: [] };
    });
    return rows[0] ? { position: BigInt(rows[0].position), at: rows[0].at.toISOString() } : null;
  };
  return {
    upTo: (log, position) => newest('position <= $2', [log, position.toString()]),
    before: (log, moment) => newest('at < $2', [log, moment]),
    async add(log, { position, at }) {
      if (!writes) return;
      await pool.query(`INSERT INTO ${table} VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`, [
        log,
        position.toString(),
        at,
      ]);
    },
  };
}
