import type { Migration } from '@perktree/platform/postgres/migrate';

/** Addresses that the distributor link of a QR was mailed to. A row goes with its mail, 30 days after it was settled. */
export const distributorInvitations: Migration = {
  name: '019-distributor-invitations',
  up: async (knex) => {
    await knex.raw(`
      CREATE TABLE identity.distributor_invitations (
        invitation_id uuid PRIMARY KEY,
        mail_id text NOT NULL UNIQUE REFERENCES identity.mails ON DELETE CASCADE,
        site_id uuid NOT NULL,
        qr_id uuid NOT NULL,
        -- Who sent it, and alone sees the address again.
        sender_id uuid NOT NULL REFERENCES identity.users ON DELETE CASCADE,
        email text NOT NULL,
        created_at timestamptz NOT NULL
      );
      CREATE INDEX distributor_invitations_of_sender
        ON identity.distributor_invitations (qr_id, sender_id, created_at DESC);
      CREATE INDEX distributor_invitations_to ON identity.distributor_invitations (email);
    `);
  },
};
