import { createPool } from '@perktree/platform/postgres/pool';
import { createTestDatabase } from '@perktree/platform/postgres/test-database';
import type { Pool } from 'pg';

/** A pool on a database of its own. */
export async function openTestDatabase(): Promise<{ pool: Pool; connectionString: string; close(): Promise<void> }> {
  const database = await createTestDatabase();
  const pool = createPool({ connectionString: database.connectionString, applicationName: 'projector-spec', max: 7 });
  return {
    pool,
    connectionString: database.connectionString,
    close: async () => {
      await pool.end();
      await database.drop();
    },
  };
}
