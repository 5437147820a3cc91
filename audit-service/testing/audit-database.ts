import { createPool } from '@perktree/platform/postgres/pool';
import { createTestDatabase } from '@perktree/platform/postgres/testing/test-database';
import type { Pool } from 'pg';
import { migrateAudit } from '../chain/migrations.ts';

export interface AuditDatabase {
  readonly pool: Pool;
  close(): Promise<void>;
}

/** A database with the tables of the audit. */
export async function openAuditDatabase(): Promise<AuditDatabase> {
  const database = await createTestDatabase({
    name: 'statement',
    prepare: async (connectionString) => {
      await migrateAudit(connectionString);
    },
  });
  const pool = createPool({ connectionString: database.connectionString, applicationName: 'spec' });
  return {
    pool,
    async close() {
      await pool.end();
      await database.drop();
    },
  };
}
