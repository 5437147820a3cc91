import pg from 'pg';
import { createSchemaSql } from './create-schema.ts';
import { HeldSession } from './held-session.ts';
import { onClient } from './on-client.ts';

export interface Migration {
  /** Persisted, and never changed again. Migrations run in the order of their list. */
  readonly name: string;
  /**
   * The version before works with the tables afterwards: nothing that it reads or writes is changed, renamed or dropped, and new
   * columns are nullable or have a default. Such a version may start on them. Without this it ends with `TablesTooNew`.
   */
  readonly isAdditive?: true;
  /** SQL that runs in its own transaction. */
  readonly up: string;
}

/** A version that the tables do not suit any more. The message names the ways out. */
export class TablesTooNew extends Error {
  override readonly name = 'TablesTooNew';
  constructor(service: string, migration: string) {
    super(
      `A newer version of PerkTree has changed the tables of ${service} (${migration}), and this version cannot use them: ` +
        'start the newer version again, or restore a backup from before the upgrade into an empty database.',
    );
  }
}

/** "perkt" in ASCII: keeps our advisory locks apart from those of others in the same database. */
const LOCK_SPACE = 0x7065726b;
const LOCK_WAIT_MS = 120_000;
/** SQLSTATEs: the schema or the table of applied migrations does not exist yet. */
const NOT_YET_MADE = new Set(['3F000', '42P01']);

/** A client, or a session that holds a lock. */
interface Session {
  query<Row extends pg.QueryResultRow>(text: string): Promise<pg.QueryResult<Row>>;
}

/** Where applied migrations are recorded, and what they are of. */
interface Records {
  /** Escaped, with the schema. Those that every version has to know, in the shape that knex once gave the table. */
  readonly required: string;
  /** The same for additive ones, apart: version 0.1.0 refuses tables whose other record has a name that it does not know. */
  readonly additive: string;
}

/**
 * Brings a service's tables up to date. Processes that start at once wait for one another (two minutes at most); where
 * all migrations are applied, no lock is taken.
 * Applied migrations are recorded in `{service}_migrations` in `schema` (default: public), additive ones in
 * `{service}_additive_migrations`. Both are created if needed. A newer version's additive migrations are passed over.
 * Returns the names of the migrations that ran now.
 * @throws TablesTooNew if a newer version has run a migration that is not additive
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
  const recordOf = (kind: string) => `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(`${service}_${kind}`)}`;
  const records: Records = { required: recordOf('migrations'), additive: recordOf('additive_migrations') };
  const pendingFor = async (client: Session) => {
    const required = await recordedIn(client, records.required);
    const additive = await recordedIn(client, records.additive);
    const known = new Set(migrations.map(({ name }) => name));
    const unknown = required.find((name) => !known.has(name));
    if (unknown !== undefined) throw new TablesTooNew(service, unknown);
    const applied = new Set([...required, ...additive]);
    return migrations.filter(({ name }) => !applied.has(name));
  };
  const pending = await onClient({ connectionString, applicationName }, pendingFor);
  if (pending.length === 0) return [];
  return withLock(connectionString, applicationName, service, async (lock) => {
    await lock.query(
      `${createSchemaSql(schema)}; ${createRecordSql(records.required)}; ${createRecordSql(records.additive)}`,
    );
    // Another process may have run some meanwhile.
    const now = await pendingFor(lock);
    await onClient({ connectionString, applicationName, statementTimeoutMs: 0 }, async (client) => {
      for (const migration of now) await run(client, migration, records);
    });
    return now.map(({ name }) => name);
  });
}

/** A failure ends the connection, and so rolls the migration back. */
async function run(client: pg.Client, { name, isAdditive, up }: Migration, records: Records): Promise<void> {
  await client.query('BEGIN');
  await client.query(up);
  await client.query(
    `INSERT INTO ${isAdditive ? records.additive : records.required} (name, batch, migration_time) VALUES ($1, 1, now())`,
    [name],
  );
  await client.query('COMMIT');
}

const createRecordSql = (table: string) => `
  CREATE TABLE IF NOT EXISTS ${table} (id serial PRIMARY KEY, name varchar(255), batch integer, migration_time timestamptz)`;

/** Names of applied migrations; none if the table does not exist. */
async function recordedIn(client: Session, table: string): Promise<readonly string[]> {
  try {
    const { rows } = await client.query<{ name: string }>(`SELECT name FROM ${table} ORDER BY id`);
    return rows.map(({ name }) => name);
  } catch (error) {
    if (NOT_YET_MADE.has((error as { code?: string }).code ?? '')) return [];
    throw error;
  }
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
