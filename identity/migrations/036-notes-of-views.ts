import type { Migration } from '@perktree/platform/postgres/migrate';

/** What a superadmin wrote beside the reason of a view. */
export const notesOfViews: Migration = {
  name: '036-notes-of-views',
  isAdditive: true,
  up: async (knex) => {
    await knex.raw('ALTER TABLE identity.looks ADD COLUMN note text');
  },
};
