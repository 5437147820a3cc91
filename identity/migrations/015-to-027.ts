import type { Migration } from '@perktree/platform/postgres/migrate';

export const from015To027: readonly Migration[] = [
  /**
   * API keys: what of them no event may hold. What a key may do, and until when, is in the events of the business
   * (contracts/api-key/events.ts).
   */
  {
    name: '015-api-keys',
    up: `
      CREATE TABLE identity.api_keys (
        key_id uuid PRIMARY KEY,
        tenant_id uuid NOT NULL,
        -- The keys of a business go with its owner's account.
        owner_id uuid NOT NULL REFERENCES identity.users ON DELETE CASCADE,
        name text NOT NULL,
        -- SHA-256 of the key; null: a device has not taken it yet.
        key_hash bytea UNIQUE,
        prefix text,
        -- Empty: from anywhere.
        ip_ranges cidr[] NOT NULL,
        created_at timestamptz NOT NULL,
        last_used_at timestamptz
      );
      CREATE INDEX api_keys_of_tenant ON identity.api_keys (tenant_id, created_at DESC);
    `,
  },
  /**
   * The queue of mails. It holds no address: the address is read from the account or the invitation when the mail is sent,
   * and a mail goes with either.
   */
  {
    name: '016-mails',
    up: `
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
    `,
  },
  /**
   * The parts of webhook endpoints that no event may hold: addresses and secrets. Events hold what an endpoint receives
   * (contracts/webhook/events.ts); the tables of deliveries hold its position.
   */
  {
    name: '017-webhook-endpoints',
    up: `
      CREATE TABLE identity.webhook_endpoints (
        endpoint_id uuid PRIMARY KEY,
        tenant_id uuid NOT NULL,
        -- The endpoints of a business go with its owner's account.
        owner_id uuid NOT NULL REFERENCES identity.users ON DELETE CASCADE,
        -- May hold a token of the receiver.
        url text NOT NULL,
        created_at timestamptz NOT NULL
      );
      CREATE INDEX webhook_endpoints_of_tenant ON identity.webhook_endpoints (tenant_id, created_at);
      CREATE TABLE identity.webhook_secrets (
        secret_id uuid PRIMARY KEY,
        endpoint_id uuid NOT NULL REFERENCES identity.webhook_endpoints ON DELETE CASCADE,
        -- Encrypted (identity/sealing.ts).
        secret text NOT NULL,
        created_at timestamptz NOT NULL,
        -- When it no longer signs. Null: it is the newest.
        ends_at timestamptz
      );
      CREATE INDEX webhook_secrets_of_endpoint ON identity.webhook_secrets (endpoint_id, created_at DESC);
    `,
  },
  /** Up to which event mails have been queued, and since when: earlier events are not mailed. */
  {
    name: '018-mail-checkpoint',
    up: `
      CREATE TABLE identity.mail_checkpoint (
        single boolean PRIMARY KEY DEFAULT true CHECK (single),
        position bigint NOT NULL,
        since timestamptz NOT NULL
      );
    `,
  },
  /** Addresses that the distributor link of a QR was mailed to. A row goes with its mail, 30 days after it was settled. */
  {
    name: '019-distributor-invitations',
    up: `
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
    `,
  },
  /** Accounts that get weekly digests, and the figures of a mail. */
  {
    name: '020-weekly-digests',
    up: `
      -- Null: the account gets no digest.
      ALTER TABLE identity.users ADD COLUMN weekly_digest_since timestamptz;
      CREATE INDEX users_with_digest ON identity.users (id) WHERE weekly_digest_since IS NOT NULL;
      -- Of a digest; names of sites and sums, nothing personal.
      ALTER TABLE identity.mails ADD COLUMN figures jsonb;
    `,
  },
  /** When a session last proved whose it is, and the resets whose link went to the account's address. */
  {
    name: '021-proved-sessions',
    isAdditive: true,
    up: `
      -- By a password or a code after the login; null: by the login alone.
      ALTER TABLE identity.sessions ADD COLUMN proved_at timestamptz;
      -- False: an operator handed the link over.
      ALTER TABLE identity.password_resets ADD COLUMN by_mail boolean NOT NULL DEFAULT false;
    `,
  },
  /** New addresses of accounts that wait for the link of a mail. A row goes with its mail. */
  {
    name: '022-address-changes',
    isAdditive: true,
    up: `
      CREATE TABLE identity.address_changes (
        mail_id text PRIMARY KEY REFERENCES identity.mails ON DELETE CASCADE,
        user_id uuid NOT NULL REFERENCES identity.users ON DELETE CASCADE,
        email text NOT NULL CHECK (email = lower(btrim(email))),
        created_at timestamptz NOT NULL
      );
      CREATE INDEX address_changes_of_user ON identity.address_changes (user_id);
    `,
  },
  /** When the operator locked an account; null: it is not locked. */
  {
    name: '023-locked-accounts',
    isAdditive: true,
    up: 'ALTER TABLE identity.users ADD COLUMN locked_at timestamptz',
  },
  /**
   * Until when an account has read its notifications; null: none of them. What happened before this version counts as read.
   */
  {
    name: '024-read-notifications',
    isAdditive: true,
    up: `
      ALTER TABLE identity.users ADD COLUMN notifications_read_until timestamptz DEFAULT now();
      ALTER TABLE identity.users ALTER COLUMN notifications_read_until DROP DEFAULT;
    `,
  },
  /**
   * The salt of each text, whose hash is in an event. The row of an erased text stays without text and salt, so that the audit
   * tells an erased text from a missing one.
   */
  {
    name: '025-salted-notes',
    isAdditive: true,
    up: `
      ALTER TABLE identity.notes ADD COLUMN salt text;
      ALTER TABLE identity.notes ALTER COLUMN text DROP NOT NULL;
    `,
  },
  /** Who may read the records of a business, or of the platform, as an auditor, and until when. Ended ones are deleted. */
  {
    name: '027-audits',
    isAdditive: true,
    up: `
      CREATE TABLE identity.audits (
        auditor_id uuid PRIMARY KEY,
        user_id uuid NOT NULL REFERENCES identity.users ON DELETE CASCADE,
        -- Null: the platform.
        tenant_id uuid REFERENCES identity.tenants ON DELETE CASCADE,
        until timestamptz NOT NULL
      );
      CREATE INDEX audits_of_user ON identity.audits (user_id);
    `,
  },
];
