import type { Migration } from '@perktree/platform/postgres/migrate';

/** How far webhook endpoints are, and the log of their deliveries. */
export const WEBHOOKS_SCHEMA = 'webhooks';
/** Postgres notifies on it when a delivery was requested or an endpoint is enabled again. */
export const WEBHOOKS_CHANNEL = 'webhooks';

export const webhookMigrations: readonly Migration[] = [
  {
    name: '001_webhooks',
    up: `
        CREATE TABLE webhooks.endpoints (
          endpoint_id uuid PRIMARY KEY,
          tenant_id uuid NOT NULL,
          created_at timestamptz NOT NULL DEFAULT now(),
          -- Everything up to here was delivered, or is not for this endpoint.
          position bigint NOT NULL,
          -- Of the next message: failed attempts, and its row of the log.
          attempts integer NOT NULL DEFAULT 0,
          delivery_id uuid,
          -- infinity: the endpoint is disabled.
          next_attempt_at timestamptz NOT NULL DEFAULT now(),
          failing_since timestamptz,
          -- Why it has to be disabled. The event follows.
          gives_up text CHECK (gives_up IN ('gone', 'failing')),
          -- Counts the processes that took the endpoint: only the newest one may change the columns above.
          lease integer NOT NULL DEFAULT 0,
          -- Another process takes over afterwards.
          leased_until timestamptz
        );
        CREATE INDEX endpoints_of_tenant ON webhooks.endpoints (tenant_id);
        CREATE TABLE webhooks.deliveries (
          delivery_id uuid PRIMARY KEY,
          endpoint_id uuid NOT NULL REFERENCES webhooks.endpoints ON DELETE CASCADE,
          number bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
          message_id text NOT NULL,
          type text NOT NULL,
          position bigint NOT NULL,
          body text NOT NULL,
          -- False: an owner requested it, so it is tried once and moves no position.
          in_order boolean NOT NULL,
          status text NOT NULL CHECK (status IN ('pending', 'retrying', 'delivered', 'failed')),
          attempts integer NOT NULL DEFAULT 0,
          created_at timestamptz NOT NULL DEFAULT now(),
          attempted_at timestamptz,
          next_attempt_at timestamptz,
          response_status integer,
          response_body text,
          error text
        );
        CREATE INDEX deliveries_of_endpoint ON webhooks.deliveries (endpoint_id, number DESC);
        CREATE INDEX requested_deliveries ON webhooks.deliveries (endpoint_id, number) WHERE status = 'pending';
        CREATE INDEX deliveries_by_age ON webhooks.deliveries (created_at);
      `,
  },
  {
    name: '002_restarts',
    up: `
        -- Counts what its owner did that begins its deliveries anew: a process that took it before does not change its progress.
        ALTER TABLE webhooks.endpoints ADD COLUMN restarts integer NOT NULL DEFAULT 0;
      `,
  },
  {
    name: '003_parked',
    isAdditive: true,
    up: `
        -- When the endpoint went on without this message, which it rejects; null once it is delivered.
        ALTER TABLE webhooks.deliveries ADD COLUMN parked_at timestamptz;
        CREATE INDEX parked_deliveries ON webhooks.deliveries (endpoint_id, number) WHERE parked_at IS NOT NULL;
      `,
  },
  {
    name: '004_restored',
    isAdditive: true,
    up: `
        -- When a backup that holds it was restored first: later events have positions that lost ones may have had.
        ALTER TABLE webhooks.endpoints ADD COLUMN restored_at timestamptz;
      `,
  },
];
