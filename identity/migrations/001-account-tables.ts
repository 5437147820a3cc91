import type { Migration } from '@perktree/platform/postgres/migrate';

/**
 * `users`, `sessions`, `credentials` and `verifications` have better-auth's columns (its models user, session, account
 * and verification, mapped in better-auth.ts); the rest is our own. Deleting a row of `users` deletes what is personal
 * with it. The tenant stays without its owner, since events and sites still name it.
 */
export const accountTables: Migration = {
  name: '001-account-tables',
  up: async (knex) => {
    await knex.raw(`
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
    `);
  },
};
