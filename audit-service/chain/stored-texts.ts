import { parseStrict, StrictJsonError } from '@perktree/contracts/kernel/strict-json';
import type { Pool } from 'pg';

const PAGE = 2_000;

/**
 * The first event whose stored text two readers could understand in two ways, such as a key that stands twice: parsed events
 * and their hashes do not show it. Null: no such event, or the events are not in this database.
 */
export async function ambiguousText(pool: Pool): Promise<number | null> {
  const { rows: tables } = await pool.query(`SELECT to_regclass('event_store.events') IS NOT NULL AS exists`);
  if (!tables[0]?.exists) return null;
  for (let after = '0'; ; ) {
    const { rows } = await pool.query<{ position: string; data: string; metadata: string }>(
      `SELECT position::text, data::text AS data, metadata::text AS metadata FROM event_store.events
       WHERE position > $1 ORDER BY position LIMIT ${PAGE}`,
      [after],
    );
    const found = rows.find(({ data, metadata }) => isAmbiguous(data) || isAmbiguous(metadata));
    if (found) return Number(found.position);
    const last = rows.at(-1);
    if (rows.length < PAGE || last === undefined) return null;
    after = last.position;
  }
}

function isAmbiguous(text: string): boolean {
  try {
    parseStrict(text);
    return false;
  } catch (error) {
    if (error instanceof StrictJsonError) return true;
    throw error;
  }
}
