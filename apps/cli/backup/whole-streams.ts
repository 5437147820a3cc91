import { PROJECTIONS_TABLE } from '@perktree/contracts/catalogue/read-models';
import type { ClientBase } from 'pg';
import { KEPT_POSITIONS } from '../../parts/kept-positions.ts';
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

/** What has read events, by the table that says up to which one. */
const READERS: Readonly<Record<string, string>> = {
  'webhooks.endpoints': 'webhooks have',
  'webhooks.deliveries': 'webhooks have',
  'identity.mail_checkpoint': 'mails have',
  'audit.chain_segments': 'the record of the chain has',
};
/** A signed head names the number of its newest event, which is the event's position in Postgres. */
const SIGNED_HEADS = `SELECT 'a signed head of the chain has' AS reader, events AS position FROM audit.signed_heads`;

/**
 * Checks that the store still has the newest events that read models, webhooks, mails and the chain have seen.
 * @throws BackupRefused
 */
export async function refuseLostEvents(client: ClientBase): Promise<void> {
  const kept = KEPT_POSITIONS.map(
    ([table, column]) => `SELECT '${READERS[table]}' AS reader, ${column} AS position FROM ${table}`,
  );
  const [readModels] = (await client.query(`SELECT to_regclass('${PROJECTIONS_TABLE}') IS NOT NULL AS "isThere"`)).rows;
  // Also where others have been appended since, at the positions of the lost ones.
  const seen = `SELECT 'the read models have' AS reader, p.seen_position AS position FROM ${PROJECTIONS_TABLE} p
    WHERE p.serving AND NOT EXISTS (
      SELECT FROM event_store.events e WHERE e.position = p.seen_position AND e.event_id::text = p.seen_event_id::text)`;
  const { rows } = await client.query<{ reader: string; position: string; head: string | null }>(
    `SELECT reader, position, head FROM (
       ${[...kept, SIGNED_HEADS].join(' UNION ALL ')}
     ) readers, (SELECT coalesce(max(position), 0) AS head FROM event_store.events) store
     WHERE position > head
     ${readModels?.isThere ? `UNION ALL SELECT reader, position, (SELECT max(position) FROM event_store.events) FROM (${seen}) lost WHERE position > 0` : ''}
     ORDER BY position DESC LIMIT 1`,
  );
  const [lost] = rows;
  if (lost === undefined) return;
  throw new BackupRefused(
    `The last events are gone: ${lost.reader} seen an event at position ${lost.position}, and the store ends at ${lost.head ?? 0} or has another one there. npm run perktree -- chain verify says more; restore a backup from before.`,
  );
}
