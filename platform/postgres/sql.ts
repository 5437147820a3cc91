import knex, { type Knex } from 'knex';
import type { Pool, PoolClient, QueryResult, QueryResultRow } from 'pg';
import { onConnection } from './on-connection.ts';

/** What a statement can be sent to: the pool for one alone, a client for those of a transaction. */
export type Queryable = Pick<PoolClient, 'query'>;

/**
 * Runs work in one transaction on one connection. A connection whose transaction failed at the network is thrown away.
 * @param begin the statements that begin it
 */
export async function inTransaction<T>(
  pool: Pool,
  work: (client: PoolClient) => Promise<T>,
  begin = 'BEGIN',
): Promise<T> {
  return onConnection(pool, async (client, giveUp) => {
    try {
      await client.query(begin);
      const result = await work(client);
      await client.query('COMMIT');
      return result;
    } catch (error) {
      await client.query('ROLLBACK').catch(giveUp);
      throw error;
    }
  });
}

const UNIQUE_VIOLATION = '23505';

/**
 * Runs work again where a unique index refused it: the row of the concurrent transaction is stored by then, so the second run sees
 * it, and answers as for any row that was there before.
 * @param work changes nothing outside of its transaction
 */
export async function againAfterConflict<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== UNIQUE_VIOLATION) throw error;
    return work();
  }
}

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
