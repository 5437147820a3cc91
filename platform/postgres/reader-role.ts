import pg from 'pg';
import type { HeldSession } from './held-session.ts';
import { withLock } from './migrate.ts';
import { onClient } from './on-client.ts';

/** Of the whole server: each database grants it what is to be read there. Nobody can log in as it. */
export const READER_ROLE = 'perktree_reader';

/** What sessions that only read may see. */
export interface Readable {
  /** Schemas that are made if needed, and of which everything may be read, also what is added later. */
  readonly schemas: readonly string[];
  /** Single columns, by table with its schema; of tables that are there. */
  readonly columns: Readonly<Record<string, readonly string[]>>;
}

const APPLICATION_NAME = 'reader-role';
/** The role was made at the same moment for another database of the server. */
const MADE_ELSEWHERE = new Set(['42710', '23505', 'XX000']);
/** The database's user may make no roles or give no rights, or is no owner. */
const NOT_ALLOWED = '42501';

/**
 * Makes the role, and gives it what is to be read. Safe to run from several processes at once, and again: where it has
 * all of it, nothing is written and nobody waits.
 * @returns false where the database's user may not do that
 */
export async function ensureReaderRole(connectionString: string, readable: Readable): Promise<boolean> {
  try {
    if (await onClient({ connectionString, applicationName: APPLICATION_NAME }, (client) => isReader(client, readable)))
      return true;
    await withLock(connectionString, APPLICATION_NAME, 'reader_role', async (client) => {
      await ensureMembership(client);
      for (const schema of readable.schemas) await grantSchema(client, schema);
      for (const [table, columns] of Object.entries(readable.columns)) await grantColumns(client, table, columns);
    });
    return true;
  } catch (error) {
    if ((error as { code?: string }).code !== NOT_ALLOWED) throw error;
    return false;
  }
}

async function ensureMembership(client: HeldSession): Promise<void> {
  const { rows } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [READER_ROLE]);
  if (rows.length === 0) await unlessMadeElsewhere(client.query(`CREATE ROLE ${READER_ROLE} NOLOGIN`));
  const { rows: membership } = await client.query<{ member: boolean }>(
    `SELECT pg_has_role(current_user, $1, 'SET') AS member`,
    [READER_ROLE],
  );
  if (!membership[0]?.member) await unlessMadeElsewhere(client.query(`GRANT ${READER_ROLE} TO CURRENT_USER`));
}

async function unlessMadeElsewhere(statement: Promise<unknown>): Promise<void> {
  await statement.catch((error: { code?: string }) => {
    if (!MADE_ELSEWHERE.has(error.code ?? '')) throw error;
  });
}

async function grantSchema(client: HeldSession, name: string): Promise<void> {
  const schema = pg.escapeIdentifier(name);
  await client.query(`
    CREATE SCHEMA IF NOT EXISTS ${schema};
    GRANT USAGE ON SCHEMA ${schema} TO ${READER_ROLE};
    GRANT SELECT ON ALL TABLES IN SCHEMA ${schema} TO ${READER_ROLE};
    ALTER DEFAULT PRIVILEGES IN SCHEMA ${schema} GRANT SELECT ON TABLES TO ${READER_ROLE}`);
}

async function grantColumns(client: HeldSession, table: string, columns: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ there: boolean }>('SELECT to_regclass($1) IS NOT NULL AS there', [table]);
  if (!rows[0]?.there) return;
  const [schema = '', name = ''] = table.split('.').map((part) => pg.escapeIdentifier(part));
  const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ');
  await client.query(`
    GRANT USAGE ON SCHEMA ${schema} TO ${READER_ROLE};
    GRANT SELECT (${list}) ON ${schema}.${name} TO ${READER_ROLE}`);
}

/** The session's user may work as the role, which may read all of it that is there and what is added to its schemas. */
async function isReader(client: pg.ClientBase, readable: Readable): Promise<boolean> {
  const { rows } = await client.query<{ member: boolean }>(
    `SELECT pg_has_role(current_user, oid, 'SET') AS member FROM pg_roles WHERE rolname = $1`,
    [READER_ROLE],
  );
  if (!rows[0]?.member) return false;
  const later = await client.query<{ schemas: number }>(
    `SELECT count(DISTINCT n.oid)::int AS schemas FROM pg_namespace n
     JOIN pg_default_acl d ON d.defaclnamespace = n.oid AND d.defaclobjtype = 'r' AND d.defaclrole = current_user::regrole
     CROSS JOIN aclexplode(d.defaclacl) AS given
     WHERE n.nspname = ANY ($1) AND given.grantee = $2::regrole AND given.privilege_type = 'SELECT'`,
    [readable.schemas, READER_ROLE],
  );
  return later.rows[0]?.schemas === readable.schemas.length && (await mayReadAs(client, READER_ROLE, readable));
}

/** Whether the session may read all of it that is there. */
export function mayRead(connectionString: string, readable: Readable): Promise<boolean> {
  return onClient({ connectionString, applicationName: APPLICATION_NAME }, async (client) => {
    const { rows } = await client.query<{ role: string }>('SELECT current_user AS role');
    return mayReadAs(client, rows[0]?.role ?? '', readable);
  });
}

async function mayReadAs(client: pg.ClientBase, role: string, readable: Readable): Promise<boolean> {
  const relations = await client.query<{ all: boolean }>(
    `SELECT coalesce(bool_and(has_schema_privilege($2::name, n.oid, 'USAGE')
       AND has_table_privilege($2::name, c.oid, 'SELECT')), true) AS all
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = ANY ($1) AND c.relkind IN ('r', 'v')`,
    [readable.schemas, role],
  );
  const columns = Object.entries(readable.columns).flatMap(([table, names]) => names.map((name) => ({ table, name })));
  const single = await client.query<{ all: boolean }>(
    `SELECT coalesce(bool_and(has_schema_privilege($3::name, c.relnamespace, 'USAGE')
       AND has_column_privilege($3::name, c.oid, a.attnum, 'SELECT')), true) AS all
     FROM unnest($1::text[], $2::text[]) AS wanted (relation, name)
     JOIN pg_class c ON c.oid = to_regclass(wanted.relation)
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = wanted.name`,
    [columns.map(({ table }) => table), columns.map(({ name }) => name), role],
  );
  return relations.rows[0]?.all === true && single.rows[0]?.all === true;
}
