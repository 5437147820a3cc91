import { PROJECTIONS_TABLE, READ_MODEL_SCHEMA } from '@perktree/contracts/read-models';
import { type Announced, announceSql } from '../live/announcement.ts';
import { type Checkpoint, CheckpointMoved, type SeenEvent } from '../live/checkpoints.ts';
import { LEASES_TABLE } from '../tables/bookkeeping.ts';
import type { Statement } from '../tables/pipeline.ts';
import { type Lease, LeaseLost } from './leases.ts';

/** SQLSTATEs of our own. */
const LEASE_LOST = 'PJ001';
const CHECKPOINT_MOVED = 'PJ002';
const FUNCTION = `${READ_MODEL_SCHEMA}.projector_move`;

/**
 * Does the same as `assertLease` and `moveCheckpoints`, but in the database: if it fails, the statements after it in the same
 * round trip do not happen.
 */
export const CREATE_FENCE_SQL = `
CREATE OR REPLACE FUNCTION ${FUNCTION}(
  own_lease text, own_token bigint, relations text[], statuses text[], positions bigint[], next_position bigint,
  next_event_id text
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  moved integer;
BEGIN
  PERFORM FROM ${LEASES_TABLE} l WHERE l.name = own_lease AND l.token = own_token FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'another projector leads %', own_lease USING ERRCODE = '${LEASE_LOST}';
  END IF;
  UPDATE ${PROJECTIONS_TABLE} p SET position = greatest(p.position, next_position), seen_position = next_position,
    seen_event_id = next_event_id, updated_at = now()
  FROM unnest(relations, statuses, positions) AS m(relation, status, position)
  WHERE p.relation = m.relation AND p.status = m.status AND p.position = m.position;
  GET DIAGNOSTICS moved = ROW_COUNT;
  IF moved <> cardinality(relations) THEN
    RAISE EXCEPTION 'another process has moved the checkpoints' USING ERRCODE = '${CHECKPOINT_MOVED}';
  END IF;
END $$`;

/** First in a transaction: moves the checkpoints, or fails if the lease is lost or a checkpoint is not at its known position. */
export function fenceStatement(lease: Lease, moves: readonly Checkpoint[], to: SeenEvent): Statement {
  const [relations, statuses] = [moves.map((m) => m.relation), moves.map((m) => m.status)];
  return {
    name: 'projector move',
    text: `SELECT ${FUNCTION}($1, $2, $3, $4, $5, $6, $7)`,
    values: [lease.name, lease.token, relations, statuses, moves.map((m) => m.position), to.position, to.eventId],
    columns: [],
  };
}

/**
 * For transactions whose events are already on disk: commit without waiting for the disk. After a crash of the server,
 * lost rows are lost together with their checkpoints, and are written again.
 */
export function unhurriedStatement(): Statement {
  const text = `SELECT set_config('synchronous_commit', 'off', true)`;
  return { name: 'projector unhurried', text, values: [], columns: [] };
}

/** First in a transaction: forces index scans, also for plans from the time when the table was small. */
export function byIndexStatement(): Statement {
  return {
    name: 'projector by index',
    text: `SELECT set_config('enable_seqscan', 'off', true)`,
    values: [],
    columns: [],
  };
}

/** Last in a transaction: notifies waiting readers of the new position at commit. */
export function announceStatement(what: Announced): Statement {
  return { name: `projector announce ${what}`, text: announceSql(what), values: [], columns: [] };
}

/** Converts a failure of the fence; other errors are unchanged. */
export function fenceFailure(error: unknown, lease: Lease): unknown {
  const { code } = error as { code?: unknown };
  if (code === LEASE_LOST) return new LeaseLost(lease);
  return code === CHECKPOINT_MOVED ? new CheckpointMoved() : error;
}
