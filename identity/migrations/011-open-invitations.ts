import type { Migration } from '@perktree/platform/postgres/migrate';

/** Until when an invitation can be accepted, and whether that is over earlier, so that open ones can be listed. */
export const openInvitations: Migration = {
  name: '011-open-invitations',
  up: async (knex) => {
    await knex.raw(`
      ALTER TABLE identity.invitations ADD COLUMN expires_at timestamptz, ADD COLUMN closed_at timestamptz;
      -- Invitations have always been good for seven days.
      UPDATE identity.invitations SET expires_at = created_at + interval '7 days';
      ALTER TABLE identity.invitations ALTER COLUMN expires_at SET NOT NULL;
      CREATE INDEX invitations_of_site ON identity.invitations (site_id, created_at DESC);
    `);
  },
};
