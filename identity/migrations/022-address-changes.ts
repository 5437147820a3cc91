import type { Migration } from '@perktree/platform/postgres/migrate';

/** New addresses of accounts that wait for the link of a mail. A row goes with its mail. */
export const addressChanges: Migration = {
  name: '022-address-changes',
  isAdditive: true,
  up: async (knex) => {
    await knex.raw(`
      CREATE TABLE identity.address_changes (
        mail_id text PRIMARY KEY REFERENCES identity.mails ON DELETE CASCADE,
        user_id uuid NOT NULL REFERENCES identity.users ON DELETE CASCADE,
        email text NOT NULL CHECK (email = lower(btrim(email))),
        created_at timestamptz NOT NULL
      );
      CREATE INDEX address_changes_of_user ON identity.address_changes (user_id);
    `);
  },
};
