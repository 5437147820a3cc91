import type { Migration } from '@perktree/platform/postgres/migrate';

/** Who may read the records of a business, or of the platform, as an auditor, and until when. Ended ones are deleted. */
export const audits: Migration = {
  name: '027-audits',
  isAdditive: true,
  up: async (knex) => {
    await knex.raw(`
      CREATE TABLE identity.audits (
        auditor_id uuid PRIMARY KEY,
        user_id uuid NOT NULL REFERENCES identity.users ON DELETE CASCADE,
        -- Null: the platform.
        tenant_id uuid REFERENCES identity.tenants ON DELETE CASCADE,
        until timestamptz NOT NULL
      );
      CREATE INDEX audits_of_user ON identity.audits (user_id);
    `);
  },
};
