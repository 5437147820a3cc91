import type pg from 'pg';
import { onClient } from './on-client.ts';

/** The target already has rows that differ from the source. Nothing was changed. */
class TargetHoldsOtherRows extends Error {
  override readonly name = 'TargetHoldsOtherRows';
}

export interface CopiedTable {
  /** With its schema. */
  readonly table: string;
  readonly rows: number;
}

/** Makes `pg` return every column as the server's text, JSON too. The cast is needed because its types demand more. */
export const AS_TEXT = { getTypeParser: () => (value: string) => value } as unknown as pg.CustomTypesConfig;

const APPLICATION_NAME = 'copy-schema';
const BATCH_ROWS = 1_000;

/**
 * Copies all rows of schemas from one database to another whose migrations have run, in one transaction: all of it or
 * nothing. Complete tables are skipped, so it can be repeated. For servers without pg_dump, such as
 * the embedded one.
 * @throws TargetHoldsOtherRows
 */
export async function copySchemas(options: {
  readonly from: string;
  readonly to: string;
  readonly schemas: readonly string[];
  /** Tables that are not copied, such as the record of the migrations: names without the schema. */
  readonly except: (table: string) => boolean;
}): Promise<readonly CopiedTable[]> {
  return withClients(options.from, options.to, async (from, to) => {
    // Values are compared as text, so both sessions need the same formats.
    for (const client of [from, to]) await client.query(`SET TimeZone = 'UTC'; SET extra_float_digits = 3`);
    await from.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await to.query('BEGIN');
    const copied: CopiedTable[] = [];
    for (const table of await tablesInOrder(to, options.schemas)) {
      if (!options.except(table.split('.').at(-1) ?? table)) copied.push(await copyTable(from, to, table));
    }
    await to.query('COMMIT');
    return copied;
  });
}

async function copyTable(from: pg.Client, to: pg.Client, table: string): Promise<CopiedTable> {
  await to.query(`LOCK TABLE ${table} IN EXCLUSIVE MODE`);
  const [source, before] = [await summary(from, table), await summary(to, table)];
  if (before.rows > 0 && !isSame(before, source)) {
    throw new TargetHoldsOtherRows(
      `${table} of the target holds ${before.rows} rows, which are not those of the source`,
    );
  }
  if (before.rows === 0) await copyRows(from, to, table);
  if (!isSame(await summary(to, table), source))
    throw new Error(`${table} differs after the copy; nothing was changed`);
  return { table, rows: source.rows };
}

/** Copies rows as JSON text of the servers, so that no digit of a number or a time is lost. */
async function copyRows(from: pg.Client, to: pg.Client, table: string): Promise<void> {
  await from.query(`DECLARE copied CURSOR FOR SELECT to_json(t) AS row FROM ${table} t`);
  for (;;) {
    const fetched = await from.query<{ row: string }>({
      text: `FETCH ${BATCH_ROWS} FROM copied`,
      types: AS_TEXT,
    });
    if (fetched.rows.length === 0) break;
    const batch = `[${fetched.rows.map(({ row }) => row).join(',')}]`;
    await to.query(
      `INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM json_populate_recordset(NULL::${table}, $1)`,
      [batch],
    );
  }
  await from.query('CLOSE copied');
}

interface Summary {
  readonly rows: number;
  readonly hash: string;
}

/** A hash of rows, independent of their order. */
async function summary(client: pg.Client, table: string): Promise<Summary> {
  const { rows } = await client.query<{ rows: string; hash: string | null }>(
    `SELECT count(*) AS rows, sum(hashtextextended(to_json(t)::text, 0)::numeric)::text AS hash FROM ${table} t`,
  );
  return { rows: Number(rows[0]?.rows ?? 0), hash: rows[0]?.hash ?? '' };
}

const isSame = (a: Summary, b: Summary) => a.rows === b.rows && a.hash === b.hash;

/** Tables that others refer to come first. */
export async function tablesInOrder(client: pg.ClientBase, schemas: readonly string[]): Promise<readonly string[]> {
  const { rows } = await client.query<{ table: string; needs: string[] }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS table, ARRAY(
       SELECT format('%I.%I', rn.nspname, r.relname) FROM pg_constraint f
       JOIN pg_class r ON r.oid = f.confrelid JOIN pg_namespace rn ON rn.oid = r.relnamespace
       WHERE f.conrelid = c.oid AND f.contype = 'f' AND r.oid <> c.oid
     ) AS needs
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = ANY ($1) AND c.relkind = 'r' ORDER BY 1`,
    [schemas],
  );
  const ordered: string[] = [];
  while (ordered.length < rows.length) {
    const next = rows.find(
      ({ table, needs }) => !ordered.includes(table) && needs.every((need) => ordered.includes(need)),
    );
    if (next === undefined) throw new Error('The tables refer to one another in a circle');
    ordered.push(next.table);
  }
  return ordered;
}

function withClients<T>(from: string, to: string, use: (from: pg.Client, to: pg.Client) => Promise<T>): Promise<T> {
  const session = { applicationName: APPLICATION_NAME, statementTimeoutMs: 0 };
  return onClient({ connectionString: from, ...session }, (source) =>
    onClient({ connectionString: to, ...session }, (target) => use(source, target)),
  );
}
