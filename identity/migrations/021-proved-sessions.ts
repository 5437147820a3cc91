import type { Migration } from '@perktree/platform/postgres/migrate';

/** When a session last proved whose it is, and the resets whose link went to the account's address. */
export const provedSessions: Migration = {
  name: '021-proved-sessions',
  isAdditive: true,
  up: async (knex) => {
    await knex.raw(`
      -- By a password or a code after the login; null: by the login alone.
      ALTER TABLE identity.sessions ADD COLUMN proved_at timestamptz;
      -- False: an operator handed the link over.
      ALTER TABLE identity.password_resets ADD COLUMN by_mail boolean NOT NULL DEFAULT false;
    `);
  },
};
