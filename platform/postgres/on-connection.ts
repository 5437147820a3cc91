import type { Pool, PoolClient } from 'pg';

/**
 * Does work on one connection of the pool. It is thrown away where it dies meanwhile, or where the work gives it up.
 * @param work its second argument gives the connection up, for a reason
 */
export async function onConnection<T>(
  pool: Pool,
  work: (client: PoolClient, giveUp: (reason: Error) => void) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  const giveUp = (reason: Error) => {
    broken = reason;
  };
  // A connection that dies between two statements tells it through this event alone; without a listener it would end
  // the process.
  client.on('error', giveUp);
  try {
    return await work(client, giveUp);
  } finally {
    client.off('error', giveUp);
    client.release(broken);
  }
}
