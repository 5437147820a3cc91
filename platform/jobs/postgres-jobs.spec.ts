import pg from 'pg';
import { describe } from 'vitest';
import { createTestDatabase } from '../postgres/test-database.ts';
import { describeJobs } from './testing/jobs-contract.ts';

describe('jobs on Postgres', () => {
  describeJobs('postgres', async () => {
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
  });
});
