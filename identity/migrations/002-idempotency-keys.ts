import { KEY_TABLE_COLUMNS } from '@perktree/platform/http/idempotency/key-store';
import type { Migration } from '@perktree/platform/postgres/migrate';

/** First answers of account calls. They hold e-mail addresses and names, and so stand here and not with the commands'. */
export const idempotencyKeys: Migration = {
  name: '002-idempotency-keys',
  up: async (knex) => {
    await knex.raw(`
      CREATE TABLE identity.idempotency_keys (${KEY_TABLE_COLUMNS}
      );
      -- Which request opened the account, where it had a key (account-keys.ts).
      ALTER TABLE identity.users ADD COLUMN registered_by text;
      CREATE INDEX idempotency_keys_age ON identity.idempotency_keys (taken_at);
    `);
  },
};
