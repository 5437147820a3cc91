import { type Migration, runMigrations } from '@perktree/platform/postgres/migrate';

/** The recorded chain over the events, to compare with the chain over the events as they are now. */
export const AUDIT_SCHEMA = 'audit';

/**
 * `chain_segments`: the hashes of 1,024 events each, one after the other, the chain after the last of them, and the root of the
 * tree over them; of the newest segment, as many as were there. `signed_heads`: what was published, and never changes.
 */
const chainTables = `
CREATE TABLE audit.chain_segments (
  number int PRIMARY KEY,
  events int NOT NULL,
  last_position bigint NOT NULL,
  leaves bytea NOT NULL,
  chain bytea NOT NULL,
  root bytea NOT NULL,
  CHECK (length(leaves) = events * 32)
);
CREATE TABLE audit.signing_keys (
  key_id text PRIMARY KEY,
  public_key text NOT NULL,
  since timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE audit.signed_heads (
  events bigint NOT NULL,
  position bigint NOT NULL,
  chain bytea NOT NULL,
  root bytea NOT NULL,
  signed_at text NOT NULL,
  key_id text NOT NULL REFERENCES audit.signing_keys,
  signature bytea NOT NULL,
  PRIMARY KEY (events, key_id)
)`;

/**
 * `parts`: of each event, the hash of its parts, so that some can be shown without the others; null for what was recorded before
 * there were any and does not fit any more. `earliest`, `latest`: when its events happened; null: not all of them say.
 * `parts_secret`: what keeps a hidden part from being guessed.
 */
const partsTables = `
ALTER TABLE audit.chain_segments
  ADD COLUMN parts bytea, ADD COLUMN parts_root bytea, ADD CHECK (length(parts) = events * 32),
  ADD COLUMN earliest timestamptz, ADD COLUMN latest timestamptz;
ALTER TABLE audit.signed_heads DROP CONSTRAINT signed_heads_pkey, ADD COLUMN parts bytea;
CREATE UNIQUE INDEX signed_heads_once ON audit.signed_heads (events, key_id, (parts IS NULL));
CREATE TABLE audit.parts_secret (
  id int PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  secret bytea NOT NULL CHECK (length(secret) = 32)
)`;

/** `clocks`: the effective time of each event, so that a statement reads its own events alone; null: not recorded yet. */
const clocksColumn = 'ALTER TABLE audit.chain_segments ADD COLUMN clocks bytea';

/**
 * `until`: when the next key took over; `hand_over`: the signature of the key `handed_over_by` for that; `revocation`: the signature of
 * the key `revoked_by`. Null: the key is in use, was the first one, or is not revoked.
 */
const datesOfKeys = `
ALTER TABLE audit.signing_keys
  ADD COLUMN until timestamptz,
  ADD COLUMN handed_over_by text REFERENCES audit.signing_keys, ADD COLUMN hand_over bytea,
  ADD COLUMN revoked_at timestamptz, ADD COLUMN revocation_reason text,
  ADD COLUMN revoked_by text REFERENCES audit.signing_keys, ADD COLUMN revocation bytea`;

/**
 * Heads on their way to those outside the installation: `answer` is the time stamp that an authority gave, `done_at` null until the
 * receiver has taken the head.
 */
const headPushes = `
CREATE TABLE audit.head_pushes (
  events bigint NOT NULL,
  key_id text NOT NULL,
  receiver text NOT NULL,
  queued_at timestamptz NOT NULL,
  attempts int NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL,
  done_at timestamptz,
  error text,
  answer bytea,
  PRIMARY KEY (events, receiver)
)`;

export const auditMigrations: readonly Migration[] = [
  { name: '0001_chain', up: chainTables },
  { name: '0002_parts', up: partsTables },
  { name: '0003_clocks', up: clocksColumn },
  { name: '0004_dates_of_keys', isAdditive: true, up: datesOfKeys },
  { name: '0005_head_pushes', isAdditive: true, up: headPushes },
];

/** Brings the tables up to date; safe to run from several processes at once. */
export function migrateAudit(connectionString: string): Promise<readonly string[]> {
  return runMigrations({ connectionString, service: 'audit', schema: AUDIT_SCHEMA, migrations: auditMigrations });
}
