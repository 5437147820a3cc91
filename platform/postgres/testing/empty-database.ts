import type pg from 'pg';

/** Relations, functions, triggers, constraints and settings, without the system's. */
const SCHEMA_DIGEST = `
  SELECT md5(string_agg(thing, ',' ORDER BY thing)) FROM (
    SELECT format('%s.%s %s %s %s', nspname, relname, relkind, relnatts, reloptions) AS thing
    FROM pg_class JOIN pg_namespace s ON s.oid = relnamespace
    WHERE nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast')
    UNION ALL
    SELECT format('%s.%s %s', nspname, proname, md5(prosrc)) FROM pg_proc JOIN pg_namespace s ON s.oid = pronamespace
    WHERE nspname NOT IN ('pg_catalog', 'information_schema')
    UNION ALL
    SELECT format('%s %s %s', tgrelid::regclass, tgname, tgenabled) FROM pg_trigger WHERE NOT tgisinternal
    UNION ALL
    SELECT format('%s %s', conrelid::regclass, conname) FROM pg_constraint WHERE oid >= 16384
    UNION ALL
    SELECT format('%s %s', setrole, setconfig) FROM pg_db_role_setting
    JOIN pg_database d ON d.oid = setdatabase WHERE datname = current_database()
  ) AS things`;

/** A table of more bytes is truncated. */
const LARGE_BYTES = 64 * 1024;

/** A database as its template made it. */
export interface Fresh {
  readonly schemaDigest: string;
  readonly tables: readonly string[];
  /** Rows of the tables that have any, as JSON. */
  readonly rows: ReadonlyMap<string, string>;
}

/** @returns what `emptyDatabase` restores */
export async function readFresh(client: pg.Client): Promise<Fresh> {
  const found = await client.query<{ name: string }>(
    `SELECT format('%I.%I', nspname, relname) AS name FROM pg_class JOIN pg_namespace s ON s.oid = relnamespace
     WHERE relkind = 'r' AND nspname NOT IN ('pg_catalog', 'information_schema')`,
  );
  const tables = found.rows.map(({ name }) => name);
  const rows = await readRows(client, await readFilled(client, tables));
  return { tables, rows, schemaDigest: await readOne(client, SCHEMA_DIGEST) };
}

/**
 * Ends other sessions and restores the rows and sequences of the template.
 * @returns whether the database is as new. A test that changed its tables makes it unfit.
 */
export async function emptyDatabase(client: pg.Client, fresh: Fresh): Promise<boolean> {
  await client.query(
    `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`,
  );
  if ((await readOne(client, SCHEMA_DIGEST)) !== fresh.schemaDigest) return false;
  // Of a test that had a login that only reads (reader-login.ts).
  const reader = await readOne(client, `SELECT rolname FROM pg_roles WHERE rolname = current_database() || '_queries'`);
  // Who created a role may drop what it owns as a member only.
  if (reader !== '')
    await client.query(`GRANT ${reader} TO CURRENT_USER; DROP OWNED BY ${reader}; DROP ROLE ${reader}`);
  const used = fresh.tables.filter((table) => !fresh.rows.has(table));
  const changed = await readFilled(client, used);
  const restored = [...fresh.rows.keys()];
  for (const [table, rows] of await readRows(client, restored)) if (rows !== fresh.rows.get(table)) changed.push(table);
  if (changed.length > 0) {
    await client.query(await statementsToEmpty(client, changed));
    const kept = await readFilled(client, restored);
    for (const [table, rows] of fresh.rows) {
      if (kept.includes(table)) continue;
      const columns = `SELECT * FROM json_populate_recordset(NULL::${table}, $1)`;
      await client.query(`INSERT INTO ${table} OVERRIDING SYSTEM VALUE ${columns}`, [rows]);
    }
  }
  const sequences = await client.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, sequencename) AS name FROM pg_sequences WHERE last_value IS NOT NULL`,
  );
  for (const { name } of sequences.rows) await client.query(`ALTER SEQUENCE ${name} RESTART`);
  return true;
}

/**
 * A truncated table gets new files, and so does each of its indexes, which takes longer than deleting a few rows. Deleted
 * rows take space until a vacuum, so a table that has grown is truncated.
 */
async function statementsToEmpty(client: pg.Client, tables: readonly string[]): Promise<string> {
  const { rows } = await client.query<{ name: string; isLarge: boolean; hasTriggers: boolean }>(
    `SELECT name, pg_relation_size(name::regclass) > $2 AS "isLarge",
            EXISTS (SELECT FROM pg_trigger WHERE tgrelid = name::regclass AND NOT tgisinternal) AS "hasTriggers"
     FROM unnest($1::text[]) AS name`,
    [tables, LARGE_BYTES],
  );
  const names = (some: typeof rows) => some.map(({ name }) => name);
  // A trigger may refuse it.
  const guarded = names(rows.filter(({ hasTriggers }) => hasTriggers));
  const each = (action: string) => guarded.map((table) => `ALTER TABLE ${table} ${action} TRIGGER USER`);
  const large = names(rows.filter(({ isLarge }) => isLarge));
  const small = names(rows.filter(({ isLarge }) => !isLarge));
  // In one statement, after which foreign keys are checked.
  const deletes = small.map((table, n) => `of_${n} AS (DELETE FROM ${table})`);
  return [
    ...each('DISABLE'),
    ...(large.length > 0 ? [`TRUNCATE ${large.join(', ')} CASCADE`] : []),
    ...(small.length > 0 ? [`WITH ${deletes.join(', ')} SELECT`] : []),
    ...each('ENABLE'),
  ].join('; ');
}

/** The rows of each table, as JSON. */
async function readRows(client: pg.Client, tables: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await readEach<{ name: string; rows: string }>(
    client,
    tables.map((table) => `SELECT '${table}' AS name, json_agg(t ORDER BY t::text)::text AS rows FROM ${table} AS t`),
  );
  return new Map(rows.map((each) => [each.name, each.rows]));
}

async function readFilled(client: pg.Client, tables: readonly string[]): Promise<string[]> {
  const rows = await readEach<{ name: string }>(
    client,
    tables.map((table) => `SELECT '${table}' AS name WHERE EXISTS (SELECT FROM ${table})`),
  );
  return rows.map(({ name }) => name);
}

async function readEach<Row extends pg.QueryResultRow>(client: pg.Client, reads: readonly string[]): Promise<Row[]> {
  return reads.length === 0 ? [] : (await client.query<Row>(reads.join(' UNION ALL '))).rows;
}

async function readOne(client: pg.Client, sql: string): Promise<string> {
  const { rows } = await client.query<[string]>({ text: sql, rowMode: 'array' });
  return rows[0]?.[0] ?? '';
}
