import type { ClientBase } from 'pg';
import { BackupRefused } from './backup-refused.ts';

/**
 * Checks that the revisions of each stream start at 0 and have no gaps, in the order of the store. A restore appends, so it
 * could not restore a store that was changed by hand.
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
    `The event at position ${broken.position} is not the next one of its stream ${broken.stream}: events were removed or moved. npm run perktree -- chain verify says more; restore a backup from before.`,
  );
}
