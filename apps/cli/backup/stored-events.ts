import type { StoredEvent } from '@perktree/event-store/port';
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

/** All events, as the open transaction of the client sees them. */
export async function* storedEvents(client: ClientBase): AsyncGenerator<StoredEvent, void> {
  const rows = backupRowsOf<Omit<StoredEvent, 'position'> & { readonly position: string }>(
    client,
    `SELECT position, stream, revision, event_id AS "eventId", type, data, metadata
     FROM event_store.events ORDER BY position`,
  );
  for await (const row of rows) yield { ...row, position: BigInt(row.position) };
}
