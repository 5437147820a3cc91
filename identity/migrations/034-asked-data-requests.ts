import type { Migration } from '@perktree/platform/postgres/migrate';

/** Requests of owners, which wait for the operator, and why each was made. */
export const askedDataRequests: Migration = {
  name: '034-asked-data-requests',
  isAdditive: true,
  up: async (knex) => {
    await knex.raw(`
      ALTER TABLE identity.data_requests
        ADD COLUMN state text NOT NULL DEFAULT 'done',
        ADD COLUMN decided_at timestamptz,
        -- The business whose owner asked; null: the operator.
        ADD COLUMN tenant_id uuid,
        ADD COLUMN entered_by uuid,
        -- Personal: deleted with the account.
        ADD COLUMN reason text,
        -- The right name of an open correction.
        ADD COLUMN first_name text,
        ADD COLUMN last_name text;
      CREATE UNIQUE INDEX data_requests_open ON identity.data_requests
        (COALESCE(tenant_id, '00000000-0000-0000-0000-000000000000'), account_id, kind) WHERE state = 'open';
      CREATE INDEX data_requests_of_tenant ON identity.data_requests (tenant_id, at DESC) WHERE tenant_id IS NOT NULL;
    `);
  },
};
