import { CLOCK_MARKS_TABLE, PROJECTIONS_TABLE, READ_MODEL_SCHEMA } from '@perktree/contracts/catalogue/read-models';
import type { EventStore } from '@perktree/event-store/port';
import { inTransaction } from '@perktree/platform/postgres/transaction';
import type { Pool } from 'pg';
import { holdProjectors } from '../leases/leases.ts';
import { type Checkpoint, readCheckpoints } from './checkpoints.ts';

type History = Pick<EventStore, 'readAll'>;

/** Whether the store lacks an event that a read model was built from, after a restore or a failover to a lagging server. */
export async function hasGoneBack(history: History, checkpoints: readonly Checkpoint[]): Promise<boolean> {
  const seen = new Map(checkpoints.flatMap(({ seen }) => (seen ? [[seen.position, seen.eventId] as const] : [])));
  for (const [position, eventId] of seen) {
    if ((await eventIdAt(history, position)) !== eventId) return true;
  }
  return false;
}

/**
 * Empties all read models, so that the live projectors fill them from the beginning: rows do not say which events they derive
 * from. Unfinished copies and retired tables are dropped.
 * @returns false if another projector has already done it
 */
export async function emptyReadModels(history: History, pool: Pool): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    await holdProjectors(client);
    const checkpoints = await readCheckpoints(client);
    if (!(await hasGoneBack(history, checkpoints))) return false;
    const table = ({ relation }: Checkpoint) => `${READ_MODEL_SCHEMA}.${relation}`;
    const serving = checkpoints.filter((each) => each.serving);
    const others = checkpoints.filter((each) => !each.serving);
    await client.query(`TRUNCATE ${[CLOCK_MARKS_TABLE, ...serving.map(table)].join(', ')}`);
    if (others.length > 0) await client.query(`DROP TABLE IF EXISTS ${others.map(table).join(', ')}`);
    await client.query(`DELETE FROM ${PROJECTIONS_TABLE} WHERE NOT serving`);
    // Read models that an operator has paused stay paused.
    await client.query(
      `UPDATE ${PROJECTIONS_TABLE} SET position = 0, seen_position = NULL, seen_event_id = NULL, failed_event_id = NULL,
         error = NULL, status = CASE status WHEN 'paused' THEN status ELSE 'live' END, updated_at = now()`,
    );
    return true;
  });
}

async function eventIdAt(history: History, position: bigint): Promise<string | undefined> {
  try {
    const [event] = await history.readAll(position - 1n, 1);
    return event?.position === position ? event.eventId : undefined;
  } catch (error) {
    // With gaps in positions, the event at this one is gone.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
