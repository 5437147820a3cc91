import type { Pool } from 'pg';
import pg from 'pg';

/**
 * Searches every row of every table of a database, ignoring case.
 * @returns the tables that hold one of the texts, each with the text
 */
export async function findText(pool: Pool, texts: readonly string[]): Promise<readonly string[]> {
  const { rows: tables } = await pool.query<{ schema: string; name: string }>(
    `SELECT schemaname AS schema, tablename AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1, 2`,
  );
  const found: string[] = [];
  for (const { schema, name } of tables) {
    const table = `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
    for (const text of texts) {
      const { rowCount } = await pool.query(
        `SELECT 1 FROM ${table} AS t WHERE strpos(lower(t::text), $1) > 0 LIMIT 1`,
        [text.toLowerCase()],
      );
      if (rowCount) found.push(`${schema}.${name}: ${text}`);
    }
  }
  return found;
}
