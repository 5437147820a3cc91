import { openTestPool, type TestPool } from '@perktree/platform/postgres/testing/test-pool';
import { migrateAudit } from '../chain/migrations.ts';

export type AuditDatabase = TestPool;

/** A pool on a database with the tables of the audit. */
export const openAuditDatabase = (): Promise<AuditDatabase> =>
  openTestPool({ name: 'statement', prepare: async (connectionString) => void (await migrateAudit(connectionString)) });
