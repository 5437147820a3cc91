import type { Migration } from '@perktree/platform/postgres/migrate';

/** When a session was last used, to within five minutes (session-use.ts). In no index, so that to change it is cheap. */
export const sessionUse: Migration = {
  name: '006-session-use',
  up: async (knex) => {
    await knex.raw('ALTER TABLE identity.sessions ADD COLUMN used_at timestamptz NOT NULL DEFAULT now()');
  },
};
