import type pg from 'pg';
import { onClient } from './on-client.ts';
import { GRANTED_COMMENT, isLoginRefused, type ReadableTables, ReaderLoginRefused } from './reader-login.ts';

const OWN_SCHEMAS = `n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema'`;

/**
 * What a login can do beyond reading what it may, of itself or as a member of another role. Each query answers rows with
 * one thing that it can do.
 */
const EXCESSES = [
  // SET ROLE reaches every role that it is a member of.
  `SELECT 'be a superuser, or make roles or databases' AS can FROM pg_roles r
   WHERE pg_has_role(r.oid, 'MEMBER') AND (r.rolsuper OR r.rolcreaterole OR r.rolcreatedb OR r.rolbypassrls OR r.rolreplication)`,
  `SELECT 'read files or run programs of the server' AS can FROM pg_roles r
   WHERE r.rolname IN ('pg_read_server_files', 'pg_write_server_files', 'pg_execute_server_program')
     AND pg_has_role(r.oid, 'MEMBER')`,
  `SELECT format('write %I.%I', n.nspname, c.relname) AS can
   FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace CROSS JOIN pg_roles r
   WHERE ${OWN_SCHEMAS} AND c.relkind IN ('r', 'v', 'p', 'm') AND pg_has_role(r.oid, 'MEMBER')
     AND (has_table_privilege(r.oid, c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE')
       OR has_any_column_privilege(r.oid, c.oid, 'INSERT, UPDATE'))`,
  `SELECT format('make tables in %I', n.nspname) AS can FROM pg_namespace n CROSS JOIN pg_roles r
   WHERE ${OWN_SCHEMAS} AND n.nspname <> 'public' AND pg_has_role(r.oid, 'MEMBER')
     AND has_schema_privilege(r.oid, n.oid, 'CREATE')`,
];

const READS_TOO_MUCH = `
  SELECT format('read %I.%I.%I', n.nspname, c.relname, a.attname) AS can
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  CROSS JOIN pg_roles r
  WHERE ${OWN_SCHEMAS} AND n.nspname <> ALL ($1) AND c.relkind IN ('r', 'v', 'p', 'm') AND pg_has_role(r.oid, 'MEMBER')
    AND has_schema_privilege(r.oid, n.oid, 'USAGE') AND has_column_privilege(r.oid, c.oid, a.attnum, 'SELECT')
    AND format('%s.%s.%s', n.nspname, c.relname, a.attname) <> ALL ($2)
    -- A newer version of the product, which may run beside this one, has granted it.
    AND coalesce(col_description(c.oid, a.attnum), '') <> '${GRANTED_COMMENT}'`;

/**
 * Makes sure that a login can read what it may, and do nothing else.
 * @throws ReaderLoginRefused that names the first excess right, or says that the login is refused
 */
export async function refuseMoreThanReading(readerUrl: string, readable: ReadableTables): Promise<void> {
  const columns = Object.entries(readable.columns).flatMap(([table, names]) => names.map((name) => `${table}.${name}`));
  const role = decodeURIComponent(new URL(readerUrl).username);
  await onClient({ connectionString: readerUrl, applicationName: 'reader-limits' }, async (client) => {
    const queries: readonly pg.QueryConfig[] = [
      ...EXCESSES.map((text) => ({ text })),
      { text: READS_TOO_MUCH, values: [readable.schemas, columns] },
    ];
    for (const { text, values } of queries) {
      const { rows } = await client.query<{ can: string }>({ text: `${text} LIMIT 1`, values });
      const [excess] = rows;
      if (excess === undefined) continue;
      throw new ReaderLoginRefused(
        `The database login ${role}, which queries use, can ${excess.can}: give DATABASE_READ_URL a separate login that only has the rights that the product grants.`,
      );
    }
  }).catch((error: unknown) => {
    if (!isLoginRefused(error)) throw error;
    throw new ReaderLoginRefused(
      `The database login ${role}, which queries use, is refused: a pooler in front of the database has to know it, and DATABASE_READ_URL its password.`,
    );
  });
}
