import type { Pool, PoolClient } from 'pg';
import { onConnection } from './on-connection.ts';

/** What a statement can be sent to: the pool for one alone, a client for those of a transaction. */
export type Queryable = Pick<PoolClient, 'query'>;

/**
 * Runs work in one transaction on one connection. A connection whose transaction failed at the network is thrown away.
 * @param begin the statements that begin it
 */
export async function inTransaction<T>(
  pool: Pool,
  work: (client: PoolClient) => Promise<T>,
  begin = 'BEGIN',
): Promise<T> {
  return onConnection(pool, async (client, giveUp) => {
    try {
      await client.query(begin);
      const result = await work(client);
      await client.query('COMMIT');
      return result;
    } catch (error) {
      await client.query('ROLLBACK').catch(giveUp);
      throw error;
    }
  });
}

const UNIQUE_VIOLATION = '23505';

/**
 * Runs work again where a unique index refused it: the row of the concurrent transaction is stored by then, so the second run sees
 * it, and answers as for any row that was there before.
 * @param work changes nothing outside of its transaction
 */
export async function againAfterConflict<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== UNIQUE_VIOLATION) throw error;
    return work();
  }
}
