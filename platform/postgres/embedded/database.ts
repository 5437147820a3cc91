import path from 'node:path';
import pg from 'pg';
import { ADMIN_ROLE, type ClusterPasswords } from './cluster.ts';
import type { Postmaster } from './stale-server.ts';

/** Bytes that a socket's path may have: 107 on Linux, 103 on macOS. */
const MAX_PATH_LENGTH = 103;

/**
 * Setting `unix_socket_directories` for a socket in a folder. A round trip over it takes two thirds of the time and of the
 * processor time of one over loopback TCP. Empty, for no socket, where its path would be too long.
 */
export function socketDirectories(folder: string): string {
  const longest = path.join(folder, '.s.PGSQL.65535');
  return Buffer.byteLength(longest) > MAX_PATH_LENGTH ? '' : `"${folder.replaceAll('"', '""')}"`;
}

/** Host in a connection string: the folder of the socket; without a socket, 127.0.0.1. */
const socketHostOf = (socketFolder: string | null): string =>
  socketFolder === null ? '127.0.0.1' : encodeURIComponent(socketFolder);

/** The role that the product signs in with, and the database that it owns. It is no superuser. */
const APP_NAME = 'perktree';

const WRONG_PASSWORD = '28P01';
const WRONG_PASSWORD_FILE = 'The embedded database does not accept the password in its data folder: restore that file';

/** Makes role and database at the first start. Returns the URL for them. */
export async function ensureDatabase(
  { port, socketFolder }: Pick<Postmaster, 'port' | 'socketFolder'>,
  passwords: ClusterPasswords,
): Promise<string> {
  const url = (role: string, password: string, database: string) =>
    `postgres://${role}:${password}@${socketHostOf(socketFolder)}:${port}/${database}`;
  const adminUrl = url(ADMIN_ROLE, passwords.admin, 'postgres');
  // Clusters of earlier versions have one password for both roles.
  if (!(await accepts(adminUrl))) {
    const before = url(ADMIN_ROLE, passwords.app, 'postgres');
    if (!(await accepts(before))) throw new Error(WRONG_PASSWORD_FILE);
    await withClient(before, (client) => client.query(`ALTER ROLE ${ADMIN_ROLE} PASSWORD '${passwords.admin}'`));
  }
  // As the administrator, who is always there: trying the product's own role first would log a failure at every first start.
  await withClient(adminUrl, async (client) => {
    const role = await client.query<{ rolcreaterole: boolean }>(
      'SELECT rolcreaterole FROM pg_roles WHERE rolname = $1',
      [APP_NAME],
    );
    // It creates the login for queries (reader-login.ts) and cannot change or grant other roles.
    if (!role.rowCount)
      await client.query(`CREATE ROLE ${APP_NAME} LOGIN CREATEDB CREATEROLE PASSWORD '${passwords.app}'`);
    else if (!role.rows[0]?.rolcreaterole) await client.query(`ALTER ROLE ${APP_NAME} CREATEROLE`);
    const database = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [APP_NAME]);
    if (!database.rowCount) await client.query(`CREATE DATABASE ${APP_NAME} OWNER ${APP_NAME}`);
  });
  return url(APP_NAME, passwords.app, APP_NAME);
}

async function accepts(url: string): Promise<boolean> {
  try {
    await withClient(url, (client) => client.query('SELECT'));
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === WRONG_PASSWORD) return false;
    throw error;
  }
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
