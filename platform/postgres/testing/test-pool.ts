import type { Pool, PoolClient } from 'pg';
import { afterAll } from 'vitest';
import { createPool } from '../pool.ts';
import { createTestDatabase, type Template } from './test-database.ts';

export interface TestPool {
  readonly pool: Pool;
  readonly connectionString: string;
  close(): Promise<void>;
}

/** A pool on a database of its own, without tables unless a template has some. @param max connections of the pool */
export async function openTestPool(template?: Template, max = 7): Promise<TestPool> {
  const { connectionString, drop } = await createTestDatabase(template);
  const pool = createPool({ connectionString, applicationName: 'spec', max });
  const taken = new Set<PoolClient>();
  pool.on('acquire', (client) => taken.add(client));
  pool.on('release', (_, client) => taken.delete(client));
  return {
    ...{ pool, connectionString },
    close: async () => {
      // Those of a test that failed before it released them: the pool would wait for them for ever.
      for (const client of taken) client.release(true);
      await pool.end();
      await drop();
    },
  };
}

/** The same for the specs of a file: it is closed after them. */
export async function useTestPool(template?: Template, max?: number): Promise<TestPool> {
  const opened = await openTestPool(template, max);
  afterAll(opened.close);
  return opened;
}
