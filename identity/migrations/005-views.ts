import type { Migration } from '@perktree/platform/postgres/migrate';

/**
 * Sessions that view the product as another user (views.ts). Rows outlive their session and user, so that the end of
 * every view is recorded.
 */
export const views: Migration = {
  name: '005-views',
  up: async (knex) => {
    await knex.raw(`
      CREATE TABLE identity.views (
        view_id uuid PRIMARY KEY,
        session_id uuid NOT NULL UNIQUE,
        viewer_id uuid NOT NULL,
        user_id uuid NOT NULL,
        role text NOT NULL,
        until timestamptz NOT NULL
      );
    `);
  },
};
