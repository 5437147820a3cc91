import type { Migration } from '@perktree/platform/postgres/migrate';

/** Schema of the command service's own tables. They hold no business facts, which are events. */
export const COMMAND_SERVICE_SCHEMA = 'command_service';
/** Function: the salted hashes of payout accounts, by user. */
export const PAYOUT_ACCOUNT_HASHES = `${COMMAND_SERVICE_SCHEMA}.payout_account_hashes`;
export const SNAPSHOTS_TABLE = `${COMMAND_SERVICE_SCHEMA}.snapshots`;

/** For `runMigrations({ service: 'command_service', schema: 'command_service', … })`. */
export const commandServiceMigrations: readonly Migration[] = [
  {
    name: '001_idempotency_keys',
    up: `
        CREATE TABLE ${COMMAND_SERVICE_SCHEMA}.idempotency_keys (
          user_id text NOT NULL,
          key text NOT NULL,
          request_hash text NOT NULL,
          -- Who works on it: another attempt after a crash has another one.
          attempt uuid NOT NULL,
          taken_at timestamptz NOT NULL DEFAULT clock_timestamp(),
          -- The answer; null while it is being worked on.
          status integer,
          body text,
          headers text,
          PRIMARY KEY (user_id, key)
        );
        CREATE INDEX idempotency_keys_age ON ${COMMAND_SERVICE_SCHEMA}.idempotency_keys (taken_at)`,
  },
  {
    name: '002_payments',
    up: `
        -- Sessions of the built-in payment provider.
        CREATE TABLE ${COMMAND_SERVICE_SCHEMA}.offline_checkouts (
          session_id uuid PRIMARY KEY,
          tenant_id uuid NOT NULL,
          plan text NOT NULL,
          opened_at timestamptz NOT NULL DEFAULT clock_timestamp(),
          confirmed_at timestamptz
        );
        -- Where the payment provider pays a distributor.
        CREATE TABLE ${COMMAND_SERVICE_SCHEMA}.payout_accounts (
          user_id text PRIMARY KEY,
          account text NOT NULL
        )`,
  },
  {
    name: '003_keys_of_visitors',
    // Visitors have keys too.
    up: `ALTER TABLE ${COMMAND_SERVICE_SCHEMA}.idempotency_keys RENAME COLUMN user_id TO owner`,
  },
  {
    name: '004_refusals',
    up: `
        -- Refused attempts of people (outcomes/refusal-log.ts), for 30 days. Ids and codes alone.
        CREATE TABLE ${COMMAND_SERVICE_SCHEMA}.refusals (
          refusal_id uuid PRIMARY KEY,
          at timestamptz NOT NULL,
          -- Whose attempt it was, and the caller: staff, at the counter.
          person_id text NOT NULL,
          actor_id text NOT NULL,
          -- Null where the code or link is unknown.
          site_id uuid,
          qr_id uuid,
          command text NOT NULL,
          code text NOT NULL
        );
        CREATE INDEX refusals_of_site ON ${COMMAND_SERVICE_SCHEMA}.refusals (site_id, at DESC, refusal_id DESC);
        CREATE INDEX refusals_of_person ON ${COMMAND_SERVICE_SCHEMA}.refusals (person_id, at DESC);
        CREATE INDEX refusals_age ON ${COMMAND_SERVICE_SCHEMA}.refusals (at)`,
  },
  {
    name: '005_snapshots',
    up: `
        -- States of long streams (snapshots/snapshots.ts). May be emptied at any time: they only save reading events.
        CREATE TABLE ${COMMAND_SERVICE_SCHEMA}.snapshots (
          stream text NOT NULL,
          state text NOT NULL,
          -- Of the code that wrote it: other versions do not read it.
          version integer NOT NULL,
          written_at timestamptz NOT NULL DEFAULT clock_timestamp(),
          body bytea NOT NULL,
          PRIMARY KEY (stream, state)
        );
        -- UUIDs cannot be compressed.
        ALTER TABLE ${COMMAND_SERVICE_SCHEMA}.snapshots ALTER COLUMN body SET STORAGE EXTERNAL`,
  },
  {
    name: '006_billing_customers',
    isAdditive: true,
    up: `
        -- The payment provider's customer of a tenant.
        CREATE TABLE ${COMMAND_SERVICE_SCHEMA}.billing_customers (
          tenant_id uuid PRIMARY KEY,
          account text NOT NULL
        )`,
  },
  {
    name: '007_backups',
    isAdditive: true,
    up: `
        -- When the command line has made a backup: the time since the last one is a metric.
        CREATE TABLE ${COMMAND_SERVICE_SCHEMA}.backups (finished_at timestamptz PRIMARY KEY)`,
  },
  {
    name: '008_values_of_refusals',
    isAdditive: true,
    up: `
        -- What fills the sentence of the refusal, such as a limit. Null: stored by an earlier version.
        ALTER TABLE ${COMMAND_SERVICE_SCHEMA}.refusals ADD COLUMN refusal_values jsonb`,
  },
  {
    name: '009_salts_of_payout_accounts',
    isAdditive: true,
    up: `
        -- Of the hash that events hold of the account (docs/decisions/0072): 64 hex digits.
        ALTER TABLE ${COMMAND_SERVICE_SCHEMA}.payout_accounts ADD COLUMN salt text;
        -- For the login of queries, which may read neither account nor salt.
        CREATE FUNCTION ${PAYOUT_ACCOUNT_HASHES}(ids text[]) RETURNS TABLE (user_id text, hash text)
        LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog AS $$
          SELECT user_id, encode(sha256(convert_to('perktree-text-1' || chr(10), 'UTF8') || decode(salt, 'hex')
            || convert_to(account, 'UTF8')), 'hex')
          FROM ${COMMAND_SERVICE_SCHEMA}.payout_accounts WHERE user_id = ANY (ids)
        $$;
        REVOKE ALL ON FUNCTION ${PAYOUT_ACCOUNT_HASHES}(text[]) FROM PUBLIC`,
  },
];
