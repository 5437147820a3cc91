import type { ClientBase } from 'pg';
import { BackupRefused } from './backup-refused.ts';

/**
 * Restoring appends, so each stream has to have its revisions from 0 on in the order of the store. Where that is not so,
 * somebody wrote to the table by hand, and the back-up could never be restored.
 * @throws BackupRefused
 */
export async function refuseBrokenStreams(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ stream: string; position: string }>(
    `SELECT stream, position FROM (
       SELECT stream, position, revision, row_number() OVER (PARTITION BY stream ORDER BY position) - 1 AS expected
       FROM event_store.events
     ) numbered
     WHERE revision <> expected ORDER BY position LIMIT 1`,
  );
  const [broken] = rows;
  if (broken === undefined) return;
  throw new BackupRefused(
    `The event at position ${broken.position} is not the next one of its stream ${broken.stream}: events were removed or moved. npm run chain -- verify says more; a back-up from before that is what to restore.`,
  );
}
