import type { Migration } from '@perktree/platform/postgres/migrate';

/** Wrong one-time codes of an account since the last right one (second-factor/code-backoff.ts). */
export const codeFailures: Migration = {
  name: '013-code-failures',
  up: async (knex) => {
    await knex.raw(`
      CREATE TABLE identity.code_failures (
        user_id uuid PRIMARY KEY REFERENCES identity.users ON DELETE CASCADE,
        failures integer NOT NULL,
        -- No code is looked at before this. Null: codes are looked at.
        blocked_until timestamptz
      );
    `);
  },
};
