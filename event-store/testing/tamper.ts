import type { ClientBase, Pool } from 'pg';
import type { StoredEvent } from '../port.ts';

const EVENTS = 'event_store.events';

/** Changes stored events as the owner of the table can, who switches off the trigger that refuses it. */
export async function tamper(pool: Pool, sql: string, values?: readonly unknown[]): Promise<void> {
  await withoutGuard(pool, (client) => client.query(sql, values && [...values]));
}

/** Runs writes to the events without the trigger, in one transaction. */
export async function withoutGuard<Result>(pool: Pool, work: (client: ClientBase) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  try {
    await client.query(`BEGIN; ALTER TABLE ${EVENTS} DISABLE TRIGGER USER`);
    const result = await work(client);
    await client.query(`ALTER TABLE ${EVENTS} ENABLE TRIGGER USER; COMMIT`);
    return result;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}

/** Writes events at their positions, without an append. No other process may append at the same time. */
export async function insertEvents(client: ClientBase, events: readonly StoredEvent[]): Promise<void> {
  const rows = events.map(({ eventId, position, ...event }) => ({
    ...event,
    position: `${position}`,
    event_id: eventId,
  }));
  await client.query(
    `INSERT INTO ${EVENTS} (position, stream, revision, event_id, type, data, metadata)
     SELECT position, stream, revision, event_id, type, data, metadata FROM json_to_recordset($1) AS event
       (position bigint, stream text, revision integer, event_id uuid, type text, data json, metadata json)`,
    [JSON.stringify(rows)],
  );
}
