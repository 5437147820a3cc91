import type { Migration } from '@perktree/platform/postgres/migrate';

/**
 * The parts of webhook endpoints that no event may hold: addresses and secrets. Events hold what an endpoint receives
 * (contracts/webhook/events.ts); the tables of deliveries hold its position.
 */
export const webhookEndpoints: Migration = {
  name: '017-webhook-endpoints',
  up: async (knex) => {
    await knex.raw(`
      CREATE TABLE identity.webhook_endpoints (
        endpoint_id uuid PRIMARY KEY,
        tenant_id uuid NOT NULL,
        -- The endpoints of a business go with its owner's account.
        owner_id uuid NOT NULL REFERENCES identity.users ON DELETE CASCADE,
        -- May hold a token of the receiver.
        url text NOT NULL,
        created_at timestamptz NOT NULL
      );
      CREATE INDEX webhook_endpoints_of_tenant ON identity.webhook_endpoints (tenant_id, created_at);
      CREATE TABLE identity.webhook_secrets (
        secret_id uuid PRIMARY KEY,
        endpoint_id uuid NOT NULL REFERENCES identity.webhook_endpoints ON DELETE CASCADE,
        -- Encrypted (identity/sealing.ts).
        secret text NOT NULL,
        created_at timestamptz NOT NULL,
        -- When it no longer signs. Null: it is the newest.
        ends_at timestamptz
      );
      CREATE INDEX webhook_secrets_of_endpoint ON identity.webhook_secrets (endpoint_id, created_at DESC);
    `);
  },
};
