import { PROJECTIONS_TABLE, READ_MODEL_SCHEMA } from '@perktree/contracts/catalogue/read-models';
import {
  type Announced,
  CheckpointMoved,
  INLINE_POSITION,
  LIVE_ONES,
  POSITION_OF_ALL,
  type SeenEvent,
  type Target,
} from '../live/checkpoints.ts';
import { LEASES_TABLE } from '../tables/bookkeeping.ts';
import type { SqlStatement } from '../tables/pipeline.ts';
import { type Lease, LeaseLost } from './leases.ts';

/** SQLSTATEs of our own. */
const LEASE_LOST = 'PJ001';
const CHECKPOINT_MOVED = 'PJ002';
const FUNCTION = `${READ_MODEL_SCHEMA}.projector_advance`;

/**
 * Does the same as `assertLease`, `moveCheckpoint` and `announcePosition`, but in the database: if it fails, nothing else of the
 * same round trip happens.
 */
export const CREATE_FENCE_SQL = `
CREATE OR REPLACE FUNCTION ${FUNCTION}(
  own_lease text, own_token bigint, relations text[], statuses text[], positions bigint[], next_position bigint,
  next_event_id text, announced text, is_durable boolean
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  moved integer;
BEGIN
  IF NOT is_durable THEN PERFORM set_config('synchronous_commit', 'off', true); END IF;
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
  -- A condition in the query would read the checkpoints also where nothing is announced.
  IF announced <> 'all' THEN PERFORM ${INLINE_POSITION} ${LIVE_ONES}; END IF;
  IF announced <> 'inline' THEN PERFORM ${POSITION_OF_ALL} ${LIVE_ONES}; END IF;
END $$`;

/**
 * Moves the checkpoints and announces the new position at commit. Fails if the lease is lost or a checkpoint is not at its known
 * position.
 * @param more.isDurable false for events that are already on disk: the commit does not wait for the disk. After a crash of the
 *   server, lost rows are lost together with their checkpoints, and are written again
 */
export function advanceStatement(
  lease: Lease,
  moves: readonly Pick<Target, 'relation' | 'status' | 'position'>[],
  to: SeenEvent,
  { announces, isDurable }: { readonly announces: Announced; readonly isDurable: boolean },
): SqlStatement {
  const [relations, statuses] = [moves.map((m) => m.relation), moves.map((m) => m.status)];
  const known = [relations, statuses, moves.map((m) => m.position)];
  return {
    name: 'projector advance',
    text: `SELECT ${FUNCTION}($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    values: [lease.name, lease.token, ...known, to.position, to.eventId, announces, isDurable],
  };
}

/** First in a transaction: forces index scans, also for plans from the time when the table was small. */
export const BY_INDEX: SqlStatement = {
  name: 'projector by index',
  text: `SELECT set_config('enable_seqscan', 'off', true)`,
  values: [],
};

/** Converts a failure of the fence; other errors are unchanged. */
export function fenceFailure(error: unknown, lease: Lease): unknown {
  const { code } = error as { code?: unknown };
  if (code === LEASE_LOST) return new LeaseLost(lease);
  return code === CHECKPOINT_MOVED ? new CheckpointMoved() : error;
}
