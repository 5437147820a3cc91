import { PROJECTED_CHANNEL, PROJECTIONS_TABLE, READ_MODEL_SCHEMA } from '@perktree/contracts/read-models';
import { LEASES_TABLE } from './bookkeeping.ts';
import { type Checkpoint, CheckpointMoved, type SeenEvent } from './checkpoints.ts';
import { type Lease, LeaseLost } from './leases.ts';
import type { Statement } from './pipeline.ts';

/** SQLSTATEs of our own. */
const LEASE_LOST = 'PJ001';
const CHECKPOINT_MOVED = 'PJ002';
const FUNCTION = `${READ_MODEL_SCHEMA}.projector_move`;

/**
 * What `assertLease` and `moveCheckpoints` do, in the database, so that statements which stand behind it in the same round
 * trip happen only if it lets them. The events are on the disk before the projector sees them, so nobody waits for the disk
 * here: what the server loses of rows when it crashes is lost together with the checkpoints, and comes again.
 */
export const CREATE_FENCE_SQL = `
CREATE OR REPLACE FUNCTION ${FUNCTION}(
  own_lease text, own_token bigint, relations text[], statuses text[], positions bigint[], next_position bigint,
  next_event_id text
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  moved integer;
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true);
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
    RAISE EXCEPTION 'somebody else has moved the checkpoints' USING ERRCODE = '${CHECKPOINT_MOVED}';
  END IF;
END $$`;

/** First of a transaction: fails unless the lease is still held and each checkpoint stands where the caller believes it to. */
export function fenceStatement(lease: Lease, moves: readonly Checkpoint[], to: SeenEvent): Statement {
  const [relations, statuses] = [moves.map((m) => m.relation), moves.map((m) => m.status)];
  return {
    name: 'projector move',
    text: `SELECT ${FUNCTION}($1, $2, $3, $4, $5, $6, $7)`,
    values: [lease.name, lease.token, relations, statuses, moves.map((m) => m.position), to.position, to.eventId],
    columns: [],
  };
}

/** Last of a transaction: tells waiting readers, at commit, the position that all live read models have reached. */
export function announceStatement(): Statement {
  return {
    name: 'projector announce',
    text: `SELECT pg_notify($1, min(position)::text) FROM ${PROJECTIONS_TABLE} WHERE status = 'live' HAVING count(*) > 0`,
    values: [PROJECTED_CHANNEL],
    columns: [],
  };
}

/** What a failure of the fence means; any other error as it is. */
export function fenceFailure(error: unknown, lease: Lease): unknown {
  const { code } = error as { code?: unknown };
  if (code === LEASE_LOST) return new LeaseLost(lease);
  return code === CHECKPOINT_MOVED ? new CheckpointMoved() : error;
}
