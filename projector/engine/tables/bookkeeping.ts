import {
  CLOCK_MARKS_TABLE,
  PROJECTION_STATUSES,
  PROJECTIONS_TABLE,
  READ_MODEL_SCHEMA,
} from '@perktree/contracts/catalogue/read-models';
import { createClockMarksSql } from '@perktree/event-store/effective-time/clock-marks';
import type { ClientBase } from 'pg';

/** The leader of each group of read models. `token` rises with each new holder, and fences off the previous one. */
export const LEASES_TABLE = `${READ_MODEL_SCHEMA}.projector_leases`;
/** The running projectors, to compute a fair share of the groups. */
export const MEMBERS_TABLE = `${READ_MODEL_SCHEMA}.projector_members`;
/** The current or last operation: one row. */
export const OPERATION_TABLE = `${READ_MODEL_SCHEMA}.projector_operation`;

const STATUSES = PROJECTION_STATUSES.map((status) => `'${status}'`).join(', ');

const CREATE_SQL = `
CREATE TABLE IF NOT EXISTS ${PROJECTIONS_TABLE} (
  name text NOT NULL,
  version integer NOT NULL,
  status text NOT NULL CHECK (status IN (${STATUSES})),
  position bigint NOT NULL DEFAULT 0,
  failed_event_id text,
  error text,
  updated_at timestamptz NOT NULL DEFAULT now(),
  relation text NOT NULL PRIMARY KEY,
  serving boolean NOT NULL,
  -- How many events were read into a copy.
  events bigint NOT NULL DEFAULT 0,
  -- JSON of Compared: how a copy's rows stood to those of the table that serves.
  compared text,
  -- The last event that the live projector has written, by which a store that has gone back is known. Others who move a
  -- checkpoint leave it as it is: it is still an event of the store.
  seen_position bigint,
  seen_event_id text
);
CREATE UNIQUE INDEX IF NOT EXISTS projections_serving ON ${PROJECTIONS_TABLE} (name) WHERE serving;
CREATE TABLE IF NOT EXISTS ${LEASES_TABLE} (
  name text PRIMARY KEY,
  holder text,
  token bigint NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL DEFAULT '-infinity',
  -- The holder's connection: once the server has lost it, others need not wait for the end of the lease.
  session_pid integer,
  session_start timestamptz
);
CREATE TABLE IF NOT EXISTS ${MEMBERS_TABLE} (holder text PRIMARY KEY, expires_at timestamptz NOT NULL);
CREATE TABLE IF NOT EXISTS ${OPERATION_TABLE} (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  what text NOT NULL,
  holder text NOT NULL,
  started_at timestamptz NOT NULL,
  ended_at timestamptz,
  -- JSON of OperationProgress.
  progress text,
  -- JSON of what came of it, or of the error that ended it.
  result text,
  error text
)`;

/** Creates the projector's own tables. The caller holds the schema lock. */
export async function ensureBookkeeping(client: ClientBase): Promise<void> {
  await client.query(CREATE_SQL);
  await client.query(createClockMarksSql(CLOCK_MARKS_TABLE));
}
