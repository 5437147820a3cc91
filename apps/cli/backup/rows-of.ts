import type { ClientBase, CustomTypesConfig, QueryResultRow } from 'pg';

const ROWS_AT_ONCE = 1_000;

/** Reads a query through a cursor, in the open transaction of the client. */
export async function* backupRowsOf<Row extends QueryResultRow>(
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
