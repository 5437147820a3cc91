import pg from 'pg';
import { beginSession, connectionSettings, type PostgresOptions } from './pool.ts';

/** Runs work on a dedicated connection and closes it afterwards. */
export async function onClient<T>(
  options: Pick<PostgresOptions, 'connectionString' | 'applicationName' | 'statementTimeoutMs'>,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(connectionSettings(options));
  // The next query reports a lost connection.
  client.on('error', () => {});
  await client.connect();
  try {
    await beginSession(client, options);
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
