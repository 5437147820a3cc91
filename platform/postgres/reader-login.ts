import { createHmac } from 'node:crypto';
import pg from 'pg';
import { createSchemaSql } from './create-schema.ts';
import type { HeldSession } from './held-session.ts';
import { withLock } from './migrate.ts';
import { onClient } from './on-client.ts';

/** What a login that only reads may use. */
export interface ReadableTables {
  /** Schemas whose tables may all be read, also tables added later. They are created if needed. */
  readonly schemas: readonly string[];
  /** Single columns, by table with its schema; of tables that are there. */
  readonly columns: Readonly<Record<string, readonly string[]>>;
  /** Functions with their schema and parameter types; of those that are there. */
  readonly functions: readonly string[];
}

const APPLICATION_NAME = 'reader-login';
/** Postgres cuts names off here. */
const MAX_NAME_LENGTH = 63;
const SUFFIX = '_queries';
/** SQLSTATEs: not allowed; wrong password or no such role; made by another process at the same moment. */
const NOT_ALLOWED = '42501';
const WRONG_LOGIN = /^(28P01|28000)$/;
/** PgBouncer's words for a login that it does not know, or whose password is wrong: its code means other things, too. */
const WRONG_AT_POOLER = /^(SASL authentication failed|no such user)/;
const MADE_ELSEWHERE = /^(42710|23505|XX000)$/;

/** The login that reads cannot be made, or can do more than read. The message says in a sentence what to do. */
export class ReaderLoginRefused extends Error {
  override readonly name = 'ReaderLoginRefused';
}

/**
 * The same database for a login that only reads: `<database>_queries`, with a password that derives from a secret, so that
 * every process that knows both has the same one.
 */
export function readerUrlOf(connectionString: string, secret: string): string {
  const url = new URL(connectionString);
  const database = decodeURIComponent(url.pathname.slice(1));
  url.username = `${database.slice(0, MAX_NAME_LENGTH - SUFFIX.length)}${SUFFIX}`;
  url.password = createHmac('sha256', secret).update(`database login ${database}`).digest('base64url');
  return url.href;
}

/**
 * Makes the login of `readerUrl` where it does not exist, and grants it what it may read. Safe to run from several
 * processes at once, and again.
 * @param options.isDerived the password is ours to set (readerUrlOf); else an operator chose it
 * @throws ReaderLoginRefused where the database's user may not make roles and the login does not exist
 */
export async function ensureReaderLogin(options: {
  readonly connectionString: string;
  readonly readerUrl: string;
  readonly isDerived: boolean;
  readonly readable: ReadableTables;
}): Promise<void> {
  const { connectionString, readerUrl, isDerived, readable } = options;
  const { role, password } = loginOf(readerUrl);
  await withLock(connectionString, APPLICATION_NAME, 'reader_login', async (client) => {
    const { rows } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [role]);
    const exists = rows.length > 0;
    if (!exists) await makeLogin(client, role, password);
    else if (isDerived && !(await logsIn(readerUrl))) await setPassword(client, role, password);
    for (const schema of readable.schemas) await grantSchema(client, role, schema);
    for (const [table, columns] of Object.entries(readable.columns)) await grantColumns(client, role, table, columns);
    for (const name of readable.functions) await grantFunction(client, role, name);
  });
}

/** Whether an error says that there is no such login, or that its password is wrong. */
export function isLoginRefused(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  return WRONG_LOGIN.test(code) || WRONG_AT_POOLER.test(message);
}

function loginOf(readerUrl: string): { readonly role: string; readonly password: string } {
  const { username, password } = new URL(readerUrl);
  return { role: decodeURIComponent(username), password: decodeURIComponent(password) };
}

/** @throws ReaderLoginRefused where the database's user may not */
async function changeRole(client: HeldSession, role: string, statement: string): Promise<void> {
  await client.query(statement).catch((error: { code?: string }) => {
    if (error.code !== NOT_ALLOWED) throw error;
    throw new ReaderLoginRefused(
      `The user of DATABASE_URL may not make the login for queries: have an administrator run CREATE ROLE ${role} LOGIN PASSWORD '…' and set DATABASE_READ_URL to it.`,
    );
  });
}

async function makeLogin(client: HeldSession, role: string, password: string): Promise<void> {
  const statement = `CREATE ROLE ${pg.escapeIdentifier(role)} LOGIN PASSWORD ${pg.escapeLiteral(password)}`;
  await changeRole(client, role, statement).catch((error: { code?: string }) => {
    if (!MADE_ELSEWHERE.test(error.code ?? '')) throw error;
  });
}

const setPassword = (client: HeldSession, role: string, password: string) =>
  changeRole(client, role, `ALTER ROLE ${pg.escapeIdentifier(role)} PASSWORD ${pg.escapeLiteral(password)}`);

/** Asks with the login that reads. False where it is refused. */
const askReader = (readerUrl: string, ask: (client: pg.Client) => Promise<boolean>): Promise<boolean> =>
  onClient({ connectionString: readerUrl, applicationName: APPLICATION_NAME }, ask).catch((error: unknown) => {
    if (isLoginRefused(error)) return false;
    throw error;
  });

const logsIn = (readerUrl: string) => askReader(readerUrl, async (client) => (await client.query('SELECT')) !== null);

async function grantSchema(client: HeldSession, role: string, name: string): Promise<void> {
  const [schema, to] = [pg.escapeIdentifier(name), pg.escapeIdentifier(role)];
  const { rows } = await client.query<{ granted: boolean }>(
    `SELECT count(*) > 0 AND bool_and(has_schema_privilege($2::name, n.oid, 'USAGE')
       AND EXISTS (SELECT FROM pg_default_acl d CROSS JOIN aclexplode(d.defaclacl) AS given
         WHERE d.defaclnamespace = n.oid AND d.defaclobjtype = 'r' AND d.defaclrole = current_user::regrole
           AND given.grantee = $2::regrole AND given.privilege_type = 'SELECT')
       AND NOT EXISTS (SELECT FROM pg_class c WHERE c.relnamespace = n.oid AND c.relkind IN ('r', 'v')
         AND NOT has_table_privilege($2::name, c.oid, 'SELECT'))) AS granted
     FROM pg_namespace n WHERE n.nspname = $1`,
    [name, role],
  );
  // Granting again would wait for every reader.
  if (rows[0]?.granted) return;
  await client.query(`
    ${createSchemaSql(name)};
    GRANT USAGE ON SCHEMA ${schema} TO ${to};
    GRANT SELECT ON ALL TABLES IN SCHEMA ${schema} TO ${to};
    ALTER DEFAULT PRIVILEGES IN SCHEMA ${schema} GRANT SELECT ON TABLES TO ${to}`);
}

/**
 * The comment on columns that a version has granted. Earlier versions, which do not know them, then take the right for one of
 * the product; only the owner of the table can write it.
 */
export const GRANTED_COMMENT = 'read by queries of PerkTree';

async function grantColumns(client: HeldSession, role: string, table: string, names: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ missing: string[] }>(
    `SELECT array_agg(a.attname::text) AS missing FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
     WHERE c.oid = to_regclass($1) AND a.attname = ANY ($2)
       AND NOT (has_schema_privilege($3::name, c.relnamespace, 'USAGE')
         AND has_column_privilege($3::name, c.oid, a.attnum, 'SELECT'))`,
    [table, names, role],
  );
  const missing = rows[0]?.missing ?? [];
  if (missing.length === 0) return;
  const [schema = '', name = ''] = table.split('.').map((part) => pg.escapeIdentifier(part));
  const list = missing.map((column) => pg.escapeIdentifier(column)).join(', ');
  const to = pg.escapeIdentifier(role);
  const comments = missing.map(
    (column) =>
      `COMMENT ON COLUMN ${schema}.${name}.${pg.escapeIdentifier(column)} IS ${pg.escapeLiteral(GRANTED_COMMENT)}`,
  );
  await client.query(
    `GRANT USAGE ON SCHEMA ${schema} TO ${to}; GRANT SELECT (${list}) ON ${schema}.${name} TO ${to}; ${comments.join('; ')}`,
  );
}

async function grantFunction(client: HeldSession, role: string, name: string): Promise<void> {
  const { rows } = await client.query<{ missing: boolean }>(
    `SELECT NOT has_function_privilege($2::name, f, 'EXECUTE') AS missing FROM to_regprocedure($1) AS f
     WHERE f IS NOT NULL`,
    [name, role],
  );
  if (rows[0]?.missing) await client.query(`GRANT EXECUTE ON FUNCTION ${name} TO ${pg.escapeIdentifier(role)}`);
}

/** Whether the login is there, and may read all of it that is there. */
export async function hasReads(readerUrl: string, readable: ReadableTables): Promise<boolean> {
  const columns = Object.entries(readable.columns).flatMap(([table, names]) => names.map((name) => ({ table, name })));
  return askReader(readerUrl, async (client) => {
    const { rows } = await client.query<{ all: boolean }>(
      `SELECT NOT EXISTS (SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
           WHERE n.nspname = ANY ($1) AND c.relkind IN ('r', 'v')
             AND NOT (has_schema_privilege(n.oid, 'USAGE') AND has_table_privilege(c.oid, 'SELECT')))
         AND NOT EXISTS (SELECT FROM unnest($2::text[], $3::text[]) AS wanted (relation, name)
           JOIN pg_namespace n ON n.nspname = split_part(wanted.relation, '.', 1)
           JOIN pg_class c ON c.relnamespace = n.oid AND c.relname = split_part(wanted.relation, '.', 2)
           JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = wanted.name
           WHERE NOT (has_schema_privilege(n.oid, 'USAGE') AND has_column_privilege(c.oid, a.attnum, 'SELECT'))) AS all`,
      [readable.schemas, columns.map(({ table }) => table), columns.map(({ name }) => name)],
    );
    return rows[0]?.all === true;
  });
}
