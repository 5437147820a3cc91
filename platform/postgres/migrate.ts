import type { Knex } from 'knex';
import pg from 'pg';
import { createSchemaSql } from './create-schema.ts';
import { HeldSession } from './held-session.ts';
import { onClient } from './on-client.ts';
import { beginSession, connectionSettings } from './pool.ts';

export interface Migration {
  /** Persisted, and never changed again. Migrations run in the order of their list. */
  readonly name: string;
  /** Runs in its own transaction. */
  readonly up: (knex: Knex) => Promise<void>;
}

/** "perkt" in ASCII: keeps our advisory locks apart from those of others in the same database. */
const LOCK_SPACE = 0x7065726b;
const LOCK_WAIT_MS = 120_000;
/** SQLSTATEs: the schema or the table of applied migrations does not exist yet. */
const NOT_YET_MADE = new Set(['3F000', '42P01']);

/**
 * Brings a service's tables up to date. Processes that start at once wait for one another (two minutes at most); where
 * all migrations are applied, no lock is taken.
 * Applied migrations are recorded in `{service}_migrations` in `schema` (default: public), which is created if needed.
 * Returns the names of the migrations that ran now.
 */
export async function runMigrations(options: {
  readonly connectionString: string;
  /** Lower-case letters and underscores. */
  readonly service: string;
  readonly schema?: string;
  readonly migrations: readonly Migration[];
}): Promise<readonly string[]> {
  const { connectionString, service, schema = 'public', migrations } = options;
  if (!/^[a-z_]+$/.test(service)) throw new Error(`Not the name of a service: ${service}`);
  const applicationName = `${service}-migrations`;
  const recorded = await recordedMigrations(connectionString, applicationName, { schema, service });
  if (isAllOf(migrations, recorded)) return [];
  return withLock(connectionString, applicationName, service, async (lock) => {
    await lock.query(createSchemaSql(schema));
    const db = await knexOn({ connectionString, applicationName, statementTimeoutMs: 0 });
    try {
      const config = { migrationSource: source(migrations), tableName: `${service}_migrations`, schemaName: schema };
      // knex's own lock outlives a process that dies while it migrates. Ours does not, and we hold it.
      await db.migrate.forceFreeMigrationsLock(config);
      const [, ran] = (await db.migrate.latest(config)) as [number, string[]];
      return ran;
    } finally {
      await db.destroy();
    }
  });
}

/** Connects at the first query, one connection. Knex is loaded here alone: most starts have nothing to migrate. */
async function knexOn(options: Parameters<typeof connectionSettings>[0]): Promise<Knex> {
  const { default: knex } = await import('knex');
  return knex({
    client: 'pg',
    connection: connectionSettings(options) as Knex.PgConnectionConfig,
    pool: {
      ...{ min: 0, max: 1 },
      afterCreate: (client: pg.Client, done: (error: unknown, client: pg.Client) => void) =>
        beginSession(client, options).then(
          () => done(null, client),
          (error) => done(error, client),
        ),
    },
  });
}

/** Names of applied migrations; null if the table does not exist. */
function recordedMigrations(
  connectionString: string,
  applicationName: string,
  { schema, service }: { readonly schema: string; readonly service: string },
): Promise<readonly string[] | null> {
  const table = `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(`${service}_migrations`)}`;
  return onClient({ connectionString, applicationName }, async (client) => {
    const { rows } = await client.query<{ name: string }>(`SELECT name FROM ${table}`);
    return rows.map(({ name }) => name);
  }).catch((error: { code?: string }) => {
    if (NOT_YET_MADE.has(error.code ?? '')) return null;
    throw error;
  });
}

/** More than we know of has run, too, where a newer version was here: knex refuses that. */
function isAllOf(migrations: readonly Migration[], recorded: readonly string[] | null): boolean {
  if (recorded?.length !== migrations.length) return false;
  const names = new Set(recorded);
  return migrations.every(({ name }) => names.has(name));
}

/**
 * Works on a connection that holds a lock of this database, so that processes that start at once take turns. It is a
 * session's advisory lock: the server frees it when the session ends, however it ends.
 */
export function withLock<T>(
  connectionString: string,
  applicationName: string,
  service: string,
  work: (session: HeldSession) => Promise<T>,
): Promise<T> {
  return onClient({ connectionString, applicationName, statementTimeoutMs: 0 }, async (client) => {
    const session = new HeldSession(client);
    try {
      await session.query(`SET lock_timeout = ${LOCK_WAIT_MS}`);
      await session.query('SELECT pg_advisory_lock($1, hashtext($2))', [LOCK_SPACE, service]);
      return await work(session);
    } finally {
      session.letGo();
    }
  });
}

function source(migrations: readonly Migration[]): Knex.MigrationSource<Migration> {
  return {
    getMigrations: async () => [...migrations],
    getMigrationName: ({ name }) => name,
    getMigration: async ({ name, up }) => ({
      up,
      down: async () => {
        throw new Error(`${name} cannot be taken back: restore a backup`);
      },
    }),
  };
}
