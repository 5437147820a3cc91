import { beginSession, connectionSettings } from '@perktree/platform/postgres/pool';
import pg from 'pg';
import type { AppendInOrder } from '../migrate-events/ordered-target.ts';
import { TargetHoldsOtherEvents } from '../migrate-events/target-holds-other-events.ts';
import { serialiseAppend } from '../serialise.ts';
import { sendBatch } from './append-batch.ts';

/**
 * For copies: appends of many streams in one commit, in their order. A connection of its own; what cuts it off ends the
 * copy, which is then run again.
 */
export async function openAppendInOrder(
  connectionString: string,
): Promise<{ appendInOrder: AppendInOrder; close(): Promise<void> }> {
  const options = { connectionString, applicationName: 'event-store-copy' };
  const client = new pg.Client(connectionSettings(options));
  client.on('error', () => {});
  await client.connect();
  await beginSession(client, options);
  return { appendInOrder: appendWithin(client), close: () => client.end() };
}

/** The same within the transaction that the client may be in. */
export function appendWithin(client: pg.ClientBase): AppendInOrder {
  return async (appends) => {
    const batch = appends.map(({ stream, expectedRevision, events }) => ({
      ...{ stream, expectedRevision, events: serialiseAppend(stream, expectedRevision, events) },
    }));
    // No stream twice, so it is one round, in which the batch's order is that of the positions.
    const answers = await sendBatch(client, batch);
    const refused = answers.findIndex(({ accepted }) => !accepted);
    if (refused < 0) return;
    const { stream, expectedRevision } = batch[refused] as (typeof batch)[number];
    const actual = answers[refused]?.revision;
    throw new TargetHoldsOtherEvents(`${stream} of the target is at revision ${actual}, not ${expectedRevision}`);
  };
}

/** Lets nobody else append until the transaction that the client is in has ended. */
export async function holdAppends(client: pg.ClientBase): Promise<void> {
  await client.query(`SELECT pg_advisory_xact_lock(hashtextextended('event_store', 0))`);
}
