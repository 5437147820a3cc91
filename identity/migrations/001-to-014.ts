import { KEY_TABLE_COLUMNS } from '@perktree/platform/http/idempotency/key-store';
import type { Migration } from '@perktree/platform/postgres/migrate';

export const from001To014: readonly Migration[] = [
  /**
   * `users`, `sessions`, `credentials` and `verifications` have better-auth's columns (its models user, session, account
   * and verification, mapped in better-auth.ts); the rest is our own. Deleting a row of `users` deletes what is personal
   * with it. The tenant stays without its owner, since events and sites still name it.
   */
  {
    name: '001-account-tables',
    up: `
      CREATE TABLE identity.users (
        id uuid PRIMARY KEY,
        email text NOT NULL UNIQUE CHECK (email = lower(btrim(email))),
        email_verified boolean NOT NULL DEFAULT false,
        name text NOT NULL DEFAULT '',
        first_name text,
        last_name text,
        image text,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now()
      );

      CREATE TABLE identity.sessions (
        id uuid PRIMARY KEY,
        token text NOT NULL UNIQUE,
        user_id uuid NOT NULL REFERENCES identity.users ON DELETE CASCADE,
        active_role text NOT NULL,
        ip_address text,
        user_agent text,
        expires_at timestamptz NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX sessions_of_user ON identity.sessions (user_id);
      CREATE INDEX sessions_by_expiry ON identity.sessions (expires_at);

      CREATE TABLE identity.credentials (
        id uuid PRIMARY KEY,
        user_id uuid NOT NULL REFERENCES identity.users ON DELETE CASCADE,
        provider_id text NOT NULL,
        account_id text NOT NULL,
        password text,
        access_token text,
        refresh_token text,
        id_token text,
        access_token_expires_at timestamptz,
        refresh_token_expires_at timestamptz,
        scope text,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        UNIQUE (provider_id, account_id)
      );
      CREATE INDEX credentials_of_user ON identity.credentials (user_id);

      CREATE TABLE identity.verifications (
        id uuid PRIMARY KEY,
        identifier text NOT NULL,
        value text NOT NULL,
        expires_at timestamptz NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX verifications_by_identifier ON identity.verifications (identifier);

      CREATE TABLE identity.account_roles (
        user_id uuid NOT NULL REFERENCES identity.users ON DELETE CASCADE,
        role text NOT NULL CHECK (role IN ('superadmin', 'site_owner', 'staff', 'distributor', 'customer')),
        granted_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (user_id, role)
      );

      CREATE TABLE identity.tenants (
        id uuid PRIMARY KEY,
        owner_id uuid UNIQUE REFERENCES identity.users ON DELETE SET NULL,
        created_at timestamptz NOT NULL DEFAULT now()
      );

      CREATE TABLE identity.invitations (
        invitation_id text PRIMARY KEY,
        site_id text NOT NULL,
        email text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
      );

      CREATE TABLE identity.failed_attempts (
        key text PRIMARY KEY,
        failures integer NOT NULL,
        window_ends_at timestamptz NOT NULL
      );
      CREATE INDEX failed_attempts_by_end ON identity.failed_attempts (window_ends_at);
    `,
  },
  /** First answers of account calls. They hold e-mail addresses and names, and so stand here and not with the commands'. */
  {
    name: '002-idempotency-keys',
    up: `
      CREATE TABLE identity.idempotency_keys (${KEY_TABLE_COLUMNS}
      );
      -- Which request opened the account, where it had a key (account-keys.ts).
      ALTER TABLE identity.users ADD COLUMN registered_by text;
      CREATE INDEX idempotency_keys_age ON identity.idempotency_keys (taken_at);
    `,
  },
  /** Separates reserved slots of attempts in progress from those of failed attempts. */
  {
    name: '003-settled-failures',
    up: 'ALTER TABLE identity.failed_attempts ADD COLUMN settled integer NOT NULL DEFAULT 0',
  },
  /** Texts that people write about others (contracts/account/account-store.ts). `about` holds the ids of all who may be spoken of. */
  {
    name: '004-notes',
    up: `
      CREATE TABLE identity.notes (
        note_id uuid PRIMARY KEY,
        author_id text NOT NULL,
        about text[] NOT NULL,
        text text NOT NULL,
        written_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX notes_by_author ON identity.notes (author_id);
      CREATE INDEX notes_by_person ON identity.notes USING gin (about);
    `,
  },
  /**
   * Sessions that view the product as another user (views.ts). Rows outlive their session and user, so that the end of
   * every view is recorded.
   */
  {
    name: '005-views',
    up: `
      CREATE TABLE identity.views (
        view_id uuid PRIMARY KEY,
        session_id uuid NOT NULL UNIQUE,
        viewer_id uuid NOT NULL,
        user_id uuid NOT NULL,
        role text NOT NULL,
        until timestamptz NOT NULL
      );
    `,
  },
  /** When a session was last used, to within five minutes (session-use.ts). In no index, so that to change it is cheap. */
  {
    name: '006-session-use',
    up: 'ALTER TABLE identity.sessions ADD COLUMN used_at timestamptz NOT NULL DEFAULT now()',
  },
  /** One row for each account that has a second factor, or has begun to set one up (second-factor/factor-store.ts). */
  {
    name: '007-second-factors',
    up: `
      CREATE TABLE identity.second_factors (
        user_id uuid PRIMARY KEY REFERENCES identity.users ON DELETE CASCADE,
        -- Encrypted under a key that is not in the database.
        sealed_secret text NOT NULL,
        begun_at timestamptz NOT NULL,
        -- Null: no code has confirmed it, so that no login asks for it.
        in_force_since timestamptz,
        -- The step, of 30 seconds since 1970, of the last code that was used: no code counts that is not later.
        last_step bigint NOT NULL DEFAULT 0,
        recovery_hashes text[] NOT NULL DEFAULT '{}'
      );
    `,
  },
  /** Links that operators give to people to set a new password (password-reset.ts). Only the newest of an account works. */
  {
    name: '008-password-resets',
    up: `
      CREATE TABLE identity.password_resets (
        user_id uuid PRIMARY KEY REFERENCES identity.users ON DELETE CASCADE,
        -- SHA-256 of 256 random bits, which stand in the link alone.
        token_hash bytea NOT NULL UNIQUE,
        expires_at timestamptz NOT NULL
      );
    `,
  },
  /** Ids of accounts that were erased: a backup from before an erasure brings the account back (restored-accounts.ts). */
  {
    name: '009-erased-accounts',
    up: `
      CREATE TABLE identity.erased_accounts (
        user_id uuid PRIMARY KEY,
        erased_at timestamptz NOT NULL DEFAULT now()
      );
    `,
  },
  /**
   * Lets a login that only reads look up the session of a token it has, and read no token (docs/explanation/security.md). It runs with
   * the rights of its owner, who owns the table.
   */
  {
    name: '010-sessions-by-token',
    up: `
      CREATE FUNCTION identity.sessions_by_token(wanted text[])
      RETURNS TABLE (token text, id uuid, user_id uuid, active_role text, expires_at timestamptz, used_at timestamptz)
      LANGUAGE sql STABLE SECURITY DEFINER ROWS 10 SET search_path = ''
      AS $$
        SELECT s.token, s.id, s.user_id, s.active_role, s.expires_at, s.used_at
        FROM identity.sessions s WHERE s.token = ANY (wanted)
      $$;
      REVOKE ALL ON FUNCTION identity.sessions_by_token(text[]) FROM PUBLIC;
    `,
  },
  /** Until when an invitation can be accepted, and whether that is over earlier, so that open ones can be listed. */
  {
    name: '011-open-invitations',
    up: `
      ALTER TABLE identity.invitations ADD COLUMN expires_at timestamptz, ADD COLUMN closed_at timestamptz;
      -- Invitations have always been good for seven days.
      UPDATE identity.invitations SET expires_at = created_at + interval '7 days';
      ALTER TABLE identity.invitations ALTER COLUMN expires_at SET NOT NULL;
      CREATE INDEX invitations_of_site ON identity.invitations (site_id, created_at DESC);
    `,
  },
  /** Wrong one-time codes of an account since the last right one (second-factor/code-backoff.ts). */
  {
    name: '013-code-failures',
    up: `
      CREATE TABLE identity.code_failures (
        user_id uuid PRIMARY KEY REFERENCES identity.users ON DELETE CASCADE,
        failures integer NOT NULL,
        -- No code is looked at before this. Null: codes are looked at.
        blocked_until timestamptz
      );
    `,
  },
  /** Pictures that businesses have uploaded, as they are served: always PNG (pictures/make-picture.ts). */
  {
    name: '014-pictures',
    up: `
      CREATE TABLE identity.pictures (
        tenant_id uuid NOT NULL REFERENCES identity.tenants,
        -- SHA-256 of the content, in hexadecimal.
        hash text NOT NULL,
        content bytea NOT NULL,
        width integer NOT NULL,
        height integer NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (tenant_id, hash)
      );
      CREATE INDEX pictures_by_hash ON identity.pictures (hash);
    `,
  },
];
