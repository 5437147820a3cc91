import type { Migration } from '@perktree/platform/postgres/migrate';

/** Until when evidence of a payment is kept, also if a person it is about is erased; null: it is erased with the person. */
export const keptNotes: Migration = {
  name: '029-kept-notes',
  isAdditive: true,
  up: async (knex) => {
    await knex.raw(`
      ALTER TABLE identity.notes ADD COLUMN kept_until timestamptz;
      CREATE INDEX notes_kept ON identity.notes (kept_until) WHERE kept_until IS NOT NULL AND text IS NOT NULL;
    `);
  },
};
