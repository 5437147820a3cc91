import type { Migration } from '@perktree/platform/postgres/migrate';

/**
 * API keys: what of them no event may hold. What a key may do, and until when, is in the events of the business
 * (contracts/api-key/events.ts).
 */
export const apiKeys: Migration = {
  name: '015-api-keys',
  up: async (knex) => {
    await knex.raw(`
      CREATE TABLE identity.api_keys (
        key_id uuid PRIMARY KEY,
        tenant_id uuid NOT NULL,
        -- The keys of a business go with its owner's account.
        owner_id uuid NOT NULL REFERENCES identity.users ON DELETE CASCADE,
        name text NOT NULL,
        -- SHA-256 of the key; null: a device has not taken it yet.
        key_hash bytea UNIQUE,
        prefix text,
        -- Empty: from anywhere.
        ip_ranges cidr[] NOT NULL,
        created_at timestamptz NOT NULL,
        last_used_at timestamptz
      );
      CREATE INDEX api_keys_of_tenant ON identity.api_keys (tenant_id, created_at DESC);
    `);
  },
};
