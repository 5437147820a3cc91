import type { Migration } from '@perktree/platform/postgres/migrate';

/** When the operator locked an account; null: it is not locked. */
export const lockedAccounts: Migration = {
  name: '023-locked-accounts',
  isAdditive: true,
  up: async (knex) => {
    await knex.raw('ALTER TABLE identity.users ADD COLUMN locked_at timestamptz');
  },
};
