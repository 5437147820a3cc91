import pg from 'pg';
import { beginSession, connectionSettings, type PostgresOptions } from './pool.ts';

/** Works on a connection of its own, which is ended with the work. */
export async function onClient<T>(
  options: Pick<PostgresOptions, 'connectionString' | 'applicationName' | 'statementTimeoutMs'>,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(connectionSettings(options));
  // What it loses is told to whoever asks it next.
  client.on('error', () => {});
  await client.connect();
  try {
    await beginSession(client, options);
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
