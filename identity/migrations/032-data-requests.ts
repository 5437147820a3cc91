import type { Migration } from '@perktree/platform/postgres/migrate';

/** Requests about a person's data that the operator carried out. They outlive an erasure, by the id alone. */
export const dataRequestsMigration: Migration = {
  name: '032-data-requests',
  isAdditive: true,
  up: async (knex) => {
    await knex.raw(`
      CREATE TABLE identity.data_requests (
        request_id uuid PRIMARY KEY,
        at timestamptz NOT NULL,
        account_id uuid NOT NULL,
        kind text NOT NULL,
        asked_by text NOT NULL,
        -- Who worked for the operator.
        done_by text NOT NULL,
        -- Names of corrected fields, never their values.
        fields text[] NOT NULL
      );
      CREATE INDEX data_requests_of_account ON identity.data_requests (account_id, at DESC);
    `);
  },
};
