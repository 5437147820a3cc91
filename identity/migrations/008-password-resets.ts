import type { Migration } from '@perktree/platform/postgres/migrate';

/** Links by which operators let people set a new password (password-reset.ts): of each account the newest alone. */
export const passwordResets: Migration = {
  name: '008-password-resets',
  up: async (knex) => {
    await knex.raw(`
      CREATE TABLE identity.password_resets (
        user_id uuid PRIMARY KEY REFERENCES identity.users ON DELETE CASCADE,
        -- SHA-256 of 256 random bits, which stand in the link alone.
        token_hash bytea NOT NULL UNIQUE,
        expires_at timestamptz NOT NULL
      );
    `);
  },
};
