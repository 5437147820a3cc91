import {
  IS_INLINE_SQL,
  PROJECTED_CHANNEL,
  PROJECTED_INLINE_CHANNEL,
  PROJECTIONS_TABLE,
  type ProjectionStatus,
} from '@perktree/contracts/catalogue/read-models';
import type { ClientBase, Pool } from 'pg';
import type { PoisonEvent } from './fold.ts';

/** The live read models whose position a transaction announces. */
export type Announced = 'inline' | 'all' | 'both';

/** SQL of a notification, selected from `LIVE_ONES`. */
export const INLINE_POSITION = `pg_notify('${PROJECTED_INLINE_CHANNEL}', min(position) FILTER (WHERE ${IS_INLINE_SQL})::text)`;
export const POSITION_OF_ALL = `pg_notify('${PROJECTED_CHANNEL}', min(position)::text)`;
export const LIVE_ONES = `FROM ${PROJECTIONS_TABLE} WHERE status = 'live' HAVING count(*) > 0`;

/** An event that was projected, with its position at that time. */
export interface SeenEvent {
  readonly position: bigint;
  readonly eventId: string;
}

export interface Checkpoint {
  readonly name: string;
  readonly version: number;
  readonly status: ProjectionStatus;
  /** Position of the last event that the rows have seen. */
  readonly position: bigint;
  /** An event that the rows have seen, usually the last one; null: unknown. */
  readonly seen: SeenEvent | null;
  readonly failedEventId: string | null;
  readonly error: string | null;
  /** Name of the table of its rows, in the read-model schema. */
  readonly relation: string;
  /** The view that readers use selects from it. */
  readonly serving: boolean;
}

/** Another process has moved the checkpoints; this transaction must not commit. */
export class CheckpointMoved extends Error {
  override readonly name = 'CheckpointMoved';
  constructor() {
    super('another process has moved the checkpoints');
  }
}

interface CheckpointRecord {
  name: string;
  version: number;
  status: ProjectionStatus;
  position: string;
  seen_position: string | null;
  seen_event_id: string | null;
  failed_event_id: string | null;
  error: string | null;
  relation: string;
  serving: boolean;
}

/** All checkpoints, including those of other versions and of copies. */
export async function readCheckpoints(db: ClientBase | Pool): Promise<readonly Checkpoint[]> {
  const { rows } = await db.query<CheckpointRecord>(
    `SELECT name, version, status, position, seen_position, seen_event_id, failed_event_id, error, relation, serving
     FROM ${PROJECTIONS_TABLE} ORDER BY name, version, relation`,
  );
  return rows.map(({ position, seen_position, seen_event_id, failed_event_id, ...rest }) => ({
    ...rest,
    position: BigInt(position),
    seen: seen_position === null || seen_event_id === null ? null : seenEvent(seen_position, seen_event_id),
    failedEventId: failed_event_id,
  }));
}

const seenEvent = (position: string, eventId: string): SeenEvent => ({ position: BigInt(position), eventId });

/**
 * Moves checkpoints from their known positions, and locks their rows until the transaction ends.
 * @throws CheckpointMoved unless each one is at its known position
 */
export async function moveCheckpoints(client: ClientBase, moves: readonly Checkpoint[], to: SeenEvent): Promise<void> {
  const { rowCount } = await client.query(
    `UPDATE ${PROJECTIONS_TABLE} p SET position = greatest(p.position, $4::bigint), seen_position = $4, seen_event_id = $5, updated_at = now()
     FROM unnest($1::text[], $2::text[], $3::bigint[]) AS m(relation, status, position)
     WHERE p.relation = m.relation AND p.status = m.status AND p.position = m.position`,
    [moves.map((m) => m.relation), moves.map((m) => m.status), moves.map((m) => m.position), to.position, to.eventId],
  );
  if (rowCount !== moves.length) throw new CheckpointMoved();
}

/** Stops a read model before an event that it cannot take. @param before position of the last event that its rows have seen */
export async function markFailed(
  client: ClientBase,
  relation: string,
  before: bigint,
  poison: PoisonEvent,
): Promise<void> {
  await client.query(
    `UPDATE ${PROJECTIONS_TABLE} SET status = 'failed', position = $2, failed_event_id = $3, error = $4, updated_at = now()
     WHERE relation = $1`,
    [relation, before, poison.eventId, poison.message.slice(0, 2000)],
  );
}

/** Notifies waiting readers of the live read models' position at commit. */
export async function announcePosition(client: ClientBase): Promise<void> {
  await client.query(`SELECT ${INLINE_POSITION}, ${POSITION_OF_ALL} ${LIVE_ONES}`);
}
