import type { Migration } from '@perktree/platform/postgres/migrate';

/** Ids of accounts that were erased: a backup from before an erasure brings the account back (restored-accounts.ts). */
export const erasedAccounts: Migration = {
  name: '009-erased-accounts',
  up: async (knex) => {
    await knex.raw(`
      CREATE TABLE identity.erased_accounts (
        user_id uuid PRIMARY KEY,
        erased_at timestamptz NOT NULL DEFAULT now()
      );
    `);
  },
};
