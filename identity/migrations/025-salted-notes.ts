import type { Migration } from '@perktree/platform/postgres/migrate';

/**
 * The salt of each text, whose hash is in an event. The row of an erased text stays without text and salt, so that the audit
 * tells an erased text from a missing one.
 */
export const saltedNotes: Migration = {
  name: '025-salted-notes',
  isAdditive: true,
  up: async (knex) => {
    await knex.raw(`
      ALTER TABLE identity.notes ADD COLUMN salt text;
      ALTER TABLE identity.notes ALTER COLUMN text DROP NOT NULL;
    `);
  },
};
