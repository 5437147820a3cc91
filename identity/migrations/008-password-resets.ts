import type { Migration } from '@perktree/platform/postgres/migrate';

/** Links that operators give to people to set a new password (password-reset.ts). Only the newest of an account works. */
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
