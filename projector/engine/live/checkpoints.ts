import {
  IS_INLINE_SQL,
  PROJECTED_CHANNEL,
  PROJECTED_INLINE_CHANNEL,
  PROJECTIONS_TABLE,
  type ProjectionStatus,
} from '@perktree/contracts/catalogue/read-models';
import type { ProjectionTable } from '@perktree/contracts/operation/projection-calls';
import type { ClientBase, Pool } from 'pg';
import type { PoisonEvent } from './fold.ts';
import type { Projection } from './projection.ts';

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

/** The comparison of a copy with the serving table at the same position. */
export type ComparedTables = NonNullable<ProjectionTable['compared']>;
/** A read model's rows in the order of their keys, as one hash. */
export type RowsHash = ComparedTables['live'];

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
  /** How many events were read into it as a copy, also by earlier runs. */
  readonly events: number;
  /** Of a copy; null without a live table to compare with. */
  readonly compared: ComparedTables | null;
}

/** A table of a read model, and the last event that its rows have seen. */
export interface Target {
  readonly projection: Projection;
  readonly relation: string;
  readonly position: bigint;
  /** Null: a temporary table, whose checkpoint is not stored. */
  readonly status: ProjectionStatus | null;
}

/** A read model's table that follows the events. */
export interface Followed extends Checkpoint {
  readonly projection: Projection;
}

/** Another process has moved the checkpoints; this transaction must not commit. */
export class CheckpointMoved extends Error {
  override readonly name = 'CheckpointMoved';
  constructor() {
    super('another process has moved the checkpoints');
  }
}

/** All checkpoints, including those of other versions and of copies. */
export async function readCheckpoints(db: ClientBase | Pool): Promise<readonly Checkpoint[]> {
  const { rows } = await db.query<
    Omit<Checkpoint, 'position' | 'seen' | 'events' | 'compared'> &
      Readonly<Record<'position' | 'events', string>> &
      Readonly<Record<'compared' | 'seenPosition' | 'seenEventId', string | null>>
  >(
    `SELECT name, version, status, position, failed_event_id AS "failedEventId", error, relation, serving, events,
       compared, seen_position AS "seenPosition", seen_event_id AS "seenEventId"
     FROM ${PROJECTIONS_TABLE} ORDER BY name, version, relation`,
  );
  return rows.map(({ seenPosition, seenEventId, ...row }) => ({
    ...row,
    position: BigInt(row.position),
    events: Number(row.events),
    compared: row.compared === null ? null : (JSON.parse(row.compared) as ComparedTables),
    seen:
      seenPosition === null || seenEventId === null ? null : { position: BigInt(seenPosition), eventId: seenEventId },
  }));
}

export function leastPosition(targets: readonly { readonly position: bigint }[]): bigint | null {
  return targets.reduce<bigint | null>(
    (least, { position }) => (least === null || position < least ? position : least),
    null,
  );
}

/**
 * Moves a table's checkpoint from its known position, and locks its row until the transaction ends.
 * @param move.to the last event that its rows have seen; null: none since
 * @param move.events how many were read into it
 * @param move.poison the next event, which it cannot take: it stops there
 * @throws CheckpointMoved unless the checkpoint is as known
 */
export async function moveCheckpoint(
  client: ClientBase,
  { relation, position, status }: Target,
  move: { readonly to: SeenEvent | null; readonly events: number; readonly poison: PoisonEvent | null },
): Promise<void> {
  const { to, events, poison } = move;
  const { rowCount } = await client.query(
    `UPDATE ${PROJECTIONS_TABLE} p SET position = coalesce($4, position), seen_position = coalesce($4, seen_position),
       seen_event_id = coalesce($5, seen_event_id), events = events + $6, failed_event_id = $7, error = $8,
       status = CASE WHEN $7::text IS NULL THEN status ELSE 'failed' END, updated_at = now()
     WHERE relation = $1 AND position = $2 AND status = $3`,
    [
      ...[relation, position, status, to?.position ?? null, to?.eventId ?? null, events],
      ...[poison?.eventId ?? null, poison?.message.slice(0, 2000) ?? null],
    ],
  );
  if (rowCount !== 1) throw new CheckpointMoved();
}

/** Notifies waiting readers of the live read models' position at commit. */
export async function announcePosition(client: ClientBase): Promise<void> {
  await client.query(`SELECT ${INLINE_POSITION}, ${POSITION_OF_ALL} ${LIVE_ONES}`);
}
