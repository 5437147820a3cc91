import pg from 'pg';
import { READER_ROLE } from '../reader-role.ts';
import { ADMIN_ROLE } from './cluster.ts';

/** The role that the product signs in with, and the database that it owns. It is no superuser. */
const APP_NAME = 'perktree';

const WRONG_PASSWORD = '28P01';

/** Makes role and database at the first start. Returns the URL for them. */
export async function ensureDatabase({ port, password }: { port: number; password: string }): Promise<string> {
  const url = (role: string, database: string) => `postgres://${role}:${password}@127.0.0.1:${port}/${database}`;
  const connectionString = url(APP_NAME, APP_NAME);
  // As the administrator, who is always there: trying the product's own role first would log a failure at every first start.
  await withClient(url(ADMIN_ROLE, 'postgres'), async (client) => {
    const role = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [APP_NAME]);
    if (!role.rowCount) await client.query(`CREATE ROLE ${APP_NAME} LOGIN CREATEDB PASSWORD '${password}'`);
    // The product's own role may make none.
    const reader = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [READER_ROLE]);
    if (!reader.rowCount) await client.query(`CREATE ROLE ${READER_ROLE} NOLOGIN; GRANT ${READER_ROLE} TO ${APP_NAME}`);
    const database = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [APP_NAME]);
    if (!database.rowCount) await client.query(`CREATE DATABASE ${APP_NAME} OWNER ${APP_NAME}`);
  }).catch((error: unknown) => {
    if ((error as { code?: string }).code !== WRONG_PASSWORD) throw error;
    throw new Error('The embedded database does not accept the password in its data folder: restore that file', {
      cause: error,
    });
  });
  return connectionString;
}

async function withClient<T>(connectionString: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000, application_name: 'launcher' });
  client.on('error', () => {});
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}
