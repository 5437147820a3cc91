import type pg from 'pg';

/** The effective time of the event at a position. */
export interface ClockMark {
  readonly position: bigint;
  /** ISO 8601 UTC with milliseconds. */
  readonly at: string;
}

/** Events between two marks: a read that starts between them skips fewer than twice as many. */
export const MARK_EVERY = 4_096;

/** Caches some effective times, so that finding one reads few events. Lost marks are computed again. */
export interface ClockMarks {
  /** The newest mark of a log at or before a position. */
  upTo(log: string, position: bigint): Promise<ClockMark | null>;
  /** The newest mark of a log whose time is before a moment (ISO 8601 UTC with milliseconds). */
  before(log: string, moment: string): Promise<ClockMark | null>;
  add(log: string, mark: ClockMark): Promise<void>;
}

export function marksInMemory(): ClockMarks {
  const marks: (ClockMark & { readonly log: string })[] = [];
  const newest = (isWanted: (mark: ClockMark) => boolean, log: string) =>
    marks
      .filter((mark) => mark.log === log && isWanted(mark))
      .reduce<ClockMark | null>((best, mark) => (best === null || mark.position > best.position ? mark : best), null);
  return {
    upTo: async (log, position) => newest((mark) => mark.position <= position, log),
    before: async (log, moment) => newest((mark) => mark.at < moment, log),
    add: async (log, mark) => {
      if (!marks.some(({ position, log: other }) => other === log && position === mark.position)) {
        marks.push({ ...mark, log });
      }
    },
  };
}

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
