import knex, { type Knex } from 'knex';
import type { QueryResult, QueryResultRow } from 'pg';
import type { Queryable } from './transaction.ts';

type Values = Readonly<Record<string, unknown>>;
export type Built = Knex.QueryBuilder | Knex.Raw;

/** Builds statements. It has no connections: pools and clients send what it builds. */
export const sql = knex({ client: 'pg' });

/**
 * SQL with values by name: `:site`. No value has the name of a type that the SQL casts to, such as `text`: knex would take
 * `::text` for it.
 * @throws Error in `built` for a value that is undefined
 */
export const named = (text: string, values: Values): Knex.Raw => sql.raw(text, values as Knex.ValueDict);

/** Text and values, as `query` of a pool or a client takes them, of a statement that was built, or of a text: see `named`. */
export function built(statement: Built | string, values: Values = {}): [text: string, values: unknown[]] {
  const { sql: text, bindings } = (typeof statement === 'string' ? named(statement, values) : statement)
    .toSQL()
    .toNative();
  return [text, [...bindings]];
}

/** Sends a statement: see `built`. Rows come as pg types them: numeric and bigint are text, times are Dates. */
export const run = <Row extends QueryResultRow = never>(
  db: Queryable,
  statement: Built | string,
  values?: Values,
): Promise<QueryResult<Row>> => db.query<Row>(...built(statement, values));

export const isThere = async (db: Queryable, query: Knex.QueryBuilder): Promise<boolean> =>
  (await run(db, query.select(sql.raw('1')))).rowCount !== 0;
