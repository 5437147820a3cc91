import type { Migration } from '@perktree/platform/postgres/migrate';

/** Accounts that get weekly digests, and the figures of a mail. */
export const weeklyDigests: Migration = {
  name: '020-weekly-digests',
  up: async (knex) => {
    await knex.raw(`
      -- Null: the account gets no digest.
      ALTER TABLE identity.users ADD COLUMN weekly_digest_since timestamptz;
      CREATE INDEX users_with_digest ON identity.users (id) WHERE weekly_digest_since IS NOT NULL;
      -- Of a digest; names of sites and sums, nothing personal.
      ALTER TABLE identity.mails ADD COLUMN figures jsonb;
    `);
  },
};
