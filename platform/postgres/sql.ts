import knex, { type Knex } from 'knex';

/** Builds statements whose text depends on input. It has no connections: pools and clients send what it builds. */
export const sql = knex({ client: 'pg' });

/**
 * SQL with values by name: `:site`.
 * @throws Error in `built` for a value that is undefined
 */
export const named = (text: string, values: Readonly<Record<string, unknown>>): Knex.Raw =>
  sql.raw(text, values as Knex.ValueDict);

/** Text and values of a statement, as `query` of a pool or a client and `select` take them. */
export function built(statement: Knex.QueryBuilder | Knex.Raw): [text: string, values: unknown[]] {
  const { sql: text, bindings } = statement.toSQL().toNative();
  return [text, [...bindings]];
}
