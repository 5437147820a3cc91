import { PROJECTED_CHANNEL, PROJECTIONS_TABLE, type ProjectionStatus } from '@perktree/contracts/read-models';
import type { ClientBase, Pool } from 'pg';
import type { PoisonEvent } from './fold.ts';
import type { Projection } from './projection.ts';

export interface Checkpoint {
  readonly name: string;
  readonly version: number;
  readonly status: ProjectionStatus;
  /** Position of the last event that the read model has seen. */
  readonly position: bigint;
  readonly failedEventId: string | null;
  readonly error: string | null;
}

/** Another projector has moved the checkpoints meanwhile; nothing of this transaction may stay. */
export class CheckpointMoved extends Error {
  override readonly name = 'CheckpointMoved';
  constructor() {
    super('another projector has moved the checkpoints');
  }
}

export const CREATE_PROJECTIONS_SQL = `CREATE TABLE IF NOT EXISTS ${PROJECTIONS_TABLE} (
  name text NOT NULL,
  version integer NOT NULL,
  status text NOT NULL CHECK (status IN ('live', 'filling', 'failed', 'retired')),
  position bigint NOT NULL DEFAULT 0,
  failed_event_id text,
  error text,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (name, version)
)`;

interface CheckpointRecord {
  name: string;
  version: number;
  status: ProjectionStatus;
  position: string;
  failed_event_id: string | null;
  error: string | null;
}

/** All checkpoints, those of other versions too. */
export async function readCheckpoints(db: ClientBase | Pool): Promise<readonly Checkpoint[]> {
  const { rows } = await db.query<CheckpointRecord>(
    `SELECT name, version, status, position, failed_event_id, error FROM ${PROJECTIONS_TABLE} ORDER BY name, version`,
  );
  return rows.map(({ position, failed_event_id, ...rest }) => ({
    ...rest,
    position: BigInt(position),
    failedEventId: failed_event_id,
  }));
}

/** Moves checkpoints from where the caller believes them to be; locks their rows until the transaction ends.
 * @throws CheckpointMoved unless every one of them stands there */
export async function moveCheckpoints(client: ClientBase, moves: readonly Checkpoint[], to: bigint): Promise<void> {
  const { rowCount } = await client.query(
    `UPDATE ${PROJECTIONS_TABLE} p SET position = greatest(p.position, $5::bigint), updated_at = now()
     FROM unnest($1::text[], $2::integer[], $3::text[], $4::bigint[]) AS m(name, version, status, position)
     WHERE p.name = m.name AND p.version = m.version AND p.status = m.status AND p.position = m.position`,
    [
      moves.map((m) => m.name),
      moves.map((m) => m.version),
      moves.map((m) => m.status),
      moves.map((m) => m.position),
      to,
    ],
  );
  if (rowCount !== moves.length) throw new CheckpointMoved();
}

/** Stops a read model before the event that it cannot take; its rows stay as they are up to there. */
export async function markFailed(
  client: ClientBase,
  projection: Projection,
  before: bigint,
  poison: PoisonEvent,
): Promise<void> {
  await client.query(
    `UPDATE ${PROJECTIONS_TABLE} SET status = 'failed', position = $3, failed_event_id = $4, error = $5, updated_at = now()
     WHERE name = $1 AND version = $2`,
    [projection.name, projection.version, before, poison.eventId, poison.message.slice(0, 2000)],
  );
}

/** Tells waiting readers, at commit, the position that all live read models have reached. */
export async function announcePosition(client: ClientBase): Promise<void> {
  await client.query(
    `SELECT pg_notify($1, min(position)::text) FROM ${PROJECTIONS_TABLE} WHERE status = 'live' HAVING count(*) > 0`,
    [PROJECTED_CHANNEL],
  );
}
