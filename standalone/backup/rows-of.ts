import type { ClientBase, CustomTypesConfig, QueryResultRow } from 'pg';

const ROWS_AT_ONCE = 1_000;

/** The rows of a query, a batch at a time, within the transaction that the client is in. */
export async function* rowsOf<Row extends QueryResultRow>(
  client: ClientBase,
  query: string,
  types?: CustomTypesConfig,
): AsyncGenerator<Row, void> {
  await client.query(`DECLARE wanted NO SCROLL CURSOR FOR ${query}`);
  for (;;) {
    const text = `FETCH ${ROWS_AT_ONCE} FROM wanted`;
    const { rows } = await client.query<Row>(types ? { text, types } : text);
    if (rows.length === 0) break;
    yield* rows;
  }
  await client.query('CLOSE wanted');
}
