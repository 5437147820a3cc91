import type { Migration } from '@perktree/platform/postgres/migrate';

/** Why a superadmin viewed the product as the owner of a business; null for other looks. */
export const reasonsOfViews: Migration = {
  name: '031-reasons-of-views',
  isAdditive: true,
  up: async (knex) => {
    await knex.raw('ALTER TABLE identity.looks ADD COLUMN reason text');
  },
};
