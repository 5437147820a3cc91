import type { Pool, PoolClient } from 'pg';

/** What a statement can be sent to: the pool for one alone, a client for those of a transaction. */
export type Queryable = Pick<PoolClient, 'query'>;

/** All or nothing. A connection whose rollback fails is thrown away, not given to the next one. */
export async function inTransaction<T>(pool: Pool, work: (client: Queryable) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken = false;
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {
      broken = true;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}
