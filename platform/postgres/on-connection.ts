import type { Pool, PoolClient } from 'pg';

/**
 * Runs work on one connection of the pool. A connection that dies, or that the work gives up, is closed.
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
  // Only this event reports a connection that dies between two statements. Without a listener it would end the process.
  client.on('error', giveUp);
  try {
    return await work(client, giveUp);
  } finally {
    client.off('error', giveUp);
    client.release(broken);
  }
}
