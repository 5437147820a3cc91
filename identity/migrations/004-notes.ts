import type { Migration } from '@perktree/platform/postgres/migrate';

/** Texts that people write about others (platform/accounts.ts). `about` holds the ids of all who may be spoken of. */
export const notes: Migration = {
  name: '004-notes',
  up: async (knex) => {
    await knex.raw(`
      CREATE TABLE identity.notes (
        note_id uuid PRIMARY KEY,
        author_id text NOT NULL,
        about text[] NOT NULL,
        text text NOT NULL,
        written_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX notes_by_author ON identity.notes (author_id);
      CREATE INDEX notes_by_person ON identity.notes USING gin (about);
    `);
  },
};
