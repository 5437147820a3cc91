import type { Migration } from '@perktree/platform/postgres/migrate';

/**
 * The queue of mails. It holds no address: the address is read from the account or the invitation when the mail is sent,
 * and a mail goes with either.
 */
export const mails: Migration = {
  name: '016-mails',
  up: async (knex) => {
    await knex.raw(`
      ALTER TABLE identity.users ADD COLUMN language text CHECK (language IN ('en', 'es'));

      CREATE TABLE identity.mails (
        -- The Message-ID is made of it, so that a repeat can be recognised.
        id text PRIMARY KEY,
        kind text NOT NULL,
        user_id uuid REFERENCES identity.users ON DELETE CASCADE,
        invitation_id text REFERENCES identity.invitations ON DELETE CASCADE,
        -- Null: the language of the account, else English.
        language text CHECK (language IN ('en', 'es')),
        -- Ids and figures, nothing personal.
        data jsonb NOT NULL DEFAULT '{}',
        -- The secret of the link, encrypted; null once it is not needed.
        sealed_token text,
        -- Of a mail that verifies an address: SHA-256 of the secret, and how long it is good for.
        token_hash bytea UNIQUE,
        token_expires_at timestamptz,
        -- dropped: there is no recipient, or a newer mail replaces it.
        state text NOT NULL CHECK (state IN ('queued', 'sent', 'bounced', 'failed', 'dropped')),
        attempts integer NOT NULL DEFAULT 0,
        -- When it is tried next; while a process sends it, the end of its lease.
        due_at timestamptz NOT NULL,
        -- Why the last attempt failed.
        reason text,
        created_at timestamptz NOT NULL,
        settled_at timestamptz
      );
      CREATE INDEX mails_due ON identity.mails (due_at) WHERE state = 'queued';
      CREATE INDEX mails_of_user ON identity.mails (user_id, created_at DESC);
      CREATE INDEX mails_of_invitation ON identity.mails (invitation_id);
    `);
  },
};
