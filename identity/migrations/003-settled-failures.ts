import type { Migration } from '@perktree/platform/postgres/migrate';

/** Separates reserved slots of attempts in progress from those of failed attempts. */
export const settledFailures: Migration = {
  name: '003-settled-failures',
  up: async (knex) => {
    await knex.raw('ALTER TABLE identity.failed_attempts ADD COLUMN settled integer NOT NULL DEFAULT 0');
  },
};
