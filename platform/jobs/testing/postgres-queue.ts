import pg from 'pg';
import { createTestDatabase } from '../../postgres/testing/test-database.ts';
import type { TestQueue } from './jobs-contract.ts';

/** A queue on a database of its own. */
export async function openPostgresQueue(): Promise<TestQueue> {
  const database = await createTestDatabase();
  const { connectionString } = database;
  return {
    place: { databaseUrl: connectionString },
    async forgetEverything() {
      const client = new pg.Client({ connectionString });
      await client.connect();
      await client.query('DROP SCHEMA bullmq CASCADE');
      await client.end();
    },
    close: () => database.drop(),
  };
}
