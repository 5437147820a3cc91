import type { Migration } from '@perktree/platform/postgres/migrate';

/**
 * Until when an account has read its notifications; null: none of them. What happened before this version counts as read.
 */
export const readNotificationsMigration: Migration = {
  name: '024-read-notifications',
  isAdditive: true,
  up: async (knex) => {
    await knex.raw(`
      ALTER TABLE identity.users ADD COLUMN notifications_read_until timestamptz DEFAULT now();
      ALTER TABLE identity.users ALTER COLUMN notifications_read_until DROP DEFAULT;
    `);
  },
};
