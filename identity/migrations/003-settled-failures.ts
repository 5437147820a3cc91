import type { Migration } from '@perktree/platform/postgres/migrate';

/** Tells the places of attempts under way, which may still be given back, from those of attempts that have failed. */
export const settledFailures: Migration = {
  name: '003-settled-failures',
  up: async (knex) => {
    await knex.raw('ALTER TABLE identity.failed_attempts ADD COLUMN settled integer NOT NULL DEFAULT 0');
  },
};
