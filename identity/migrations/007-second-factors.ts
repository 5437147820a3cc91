import type { Migration } from '@perktree/platform/postgres/migrate';

/** One row for each account that has a second factor, or has begun to set one up (second-factor/factor-store.ts). */
export const secondFactors: Migration = {
  name: '007-second-factors',
  up: async (knex) => {
    await knex.raw(`
      CREATE TABLE identity.second_factors (
        user_id uuid PRIMARY KEY REFERENCES identity.users ON DELETE CASCADE,
        -- Encrypted under a key that is not in the database.
        sealed_secret text NOT NULL,
        begun_at timestamptz NOT NULL,
        -- Null: no code has confirmed it, so that no login asks for it.
        in_force_since timestamptz,
        -- The step, of 30 seconds since 1970, of the last code that was used: no code counts that is not later.
        last_step bigint NOT NULL DEFAULT 0,
        recovery_hashes text[] NOT NULL DEFAULT '{}'
      );
    `);
  },
};
