import type { StoredEvent } from '@perktree/event-store/port';
import type { ClientBase } from 'pg';
import { backupRowsOf } from './rows-of.ts';

/** All events, as the open transaction of the client sees them. */
export async function* storedEvents(client: ClientBase): AsyncGenerator<StoredEvent, void> {
  const rows = backupRowsOf<Omit<StoredEvent, 'position'> & { readonly position: string }>(
    client,
    `SELECT position, stream, revision, event_id AS "eventId", type, data, metadata
     FROM event_store.events ORDER BY position`,
  );
  for await (const row of rows) yield { ...row, position: BigInt(row.position) };
}
