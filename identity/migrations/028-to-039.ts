import { MAILS_CHANNEL } from '@perktree/contracts/notification/mail';
import type { Migration } from '@perktree/platform/postgres/migrate';
import { wordsSql } from '@perktree/platform/postgres/searched-text';
import { ACCOUNT_TEXT } from '../account-search.ts';
import { SESSIONS_CHANNEL } from '../session-changes.ts';

/** Most accounts that are named one by one; more are an empty payload. */
const MAX_NAMED = 20;

export const from028To039: readonly Migration[] = [
  /**
   * Looks of auditors and superadmins at the records of businesses. Queries write them by a function: their login only reads.
   */
  {
    name: '028-looks',
    isAdditive: true,
    up: `
      CREATE TABLE identity.looks (
        -- Of everything but the count, so that looks of one minute at the same subject are one row.
        look_id uuid PRIMARY KEY,
        minute timestamptz NOT NULL,
        viewer_id text NOT NULL,
        role text NOT NULL,
        -- Method and path of the call, with names of parameters.
        call text NOT NULL,
        -- Null: all businesses.
        tenant_id uuid,
        site_id uuid,
        subject text,
        looks integer NOT NULL DEFAULT 1
      );
      CREATE INDEX looks_of_tenant ON identity.looks (tenant_id, minute DESC, look_id DESC);
      CREATE INDEX looks_by_minute ON identity.looks (minute DESC, look_id DESC);

      CREATE FUNCTION identity.record_look(at_minute timestamptz, viewer text, in_role text, of_call text, of_site uuid,
        about text, own_tenant uuid, of_tenants uuid[])
      RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
      DECLARE
        owning uuid;
      BEGIN
        IF of_site IS NOT NULL THEN
          SELECT s.tenant_id INTO owning FROM read_models.sites s WHERE s.site_id = of_site;
          IF owning IS NULL OR owning = own_tenant THEN RETURN; END IF;
          of_tenants := ARRAY[owning];
        END IF;
        INSERT INTO identity.looks AS l (look_id, minute, viewer_id, role, call, tenant_id, site_id, subject)
        -- A UUID of version 8 (RFC 9562).
        SELECT overlay(overlay(
          pg_catalog.md5(pg_catalog.concat_ws(' ', at_minute, viewer, in_role, of_call, of_site, about, t))
          PLACING '8' FROM 13) PLACING '8' FROM 17)::uuid,
          at_minute, viewer, in_role, of_call, t, of_site, about
        FROM pg_catalog.unnest(coalesce(of_tenants, ARRAY[NULL::uuid])) t
        ON CONFLICT (look_id) DO UPDATE SET looks = l.looks + 1;
      END $$;
      REVOKE ALL ON FUNCTION identity.record_look(timestamptz, text, text, text, uuid, text, uuid, uuid[]) FROM PUBLIC;
    `,
  },
  /** Until when evidence of a payment is kept, also if a person it is about is erased; null: it is erased with the person. */
  {
    name: '029-kept-notes',
    isAdditive: true,
    up: `
      ALTER TABLE identity.notes ADD COLUMN kept_until timestamptz;
      CREATE INDEX notes_kept ON identity.notes (kept_until) WHERE kept_until IS NOT NULL AND text IS NOT NULL;
    `,
  },
  /** Superadmins find accounts by words of names and addresses. */
  {
    name: '030-searched-accounts',
    isAdditive: true,
    up: `CREATE INDEX users_words ON identity.users USING gin (${wordsSql(ACCOUNT_TEXT)})`,
  },
  /** Why a superadmin viewed the product as the owner of a business; null for other looks. */
  {
    name: '031-reasons-of-views',
    isAdditive: true,
    up: 'ALTER TABLE identity.looks ADD COLUMN reason text',
  },
  /** Requests about a person's data that the operator carried out. They outlive an erasure, by the id alone. */
  {
    name: '032-data-requests',
    isAdditive: true,
    up: `
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
    `,
  },
  /** Wakes the processes that send mails. */
  {
    name: '033-announced-mails',
    isAdditive: true,
    up: `
      CREATE FUNCTION identity.announce_mails() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM pg_notify('${MAILS_CHANNEL}', '');
        RETURN NULL;
      END $$;
      CREATE TRIGGER announce_mails AFTER INSERT ON identity.mails
      FOR EACH STATEMENT EXECUTE FUNCTION identity.announce_mails();
    `,
  },
  /** Requests of owners, which wait for the operator, and why each was made. */
  {
    name: '034-asked-data-requests',
    isAdditive: true,
    up: `
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
    `,
  },
  /** Notifies the account whose sessions have changed, so that no process keeps them; an empty payload means all accounts. */
  {
    name: '035-announced-sessions',
    isAdditive: true,
    up: `
      CREATE FUNCTION identity.announce_session() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM pg_notify('${SESSIONS_CHANNEL}', CASE WHEN TG_OP = 'DELETE' THEN OLD.user_id ELSE NEW.user_id END::text);
        RETURN NULL;
      END $$;
      CREATE FUNCTION identity.announce_ended_sessions() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF (SELECT count(DISTINCT user_id) FROM gone) > ${MAX_NAMED} THEN
          PERFORM pg_notify('${SESSIONS_CHANNEL}', '');
        ELSE
          PERFORM pg_notify('${SESSIONS_CHANNEL}', user_id::text) FROM (SELECT DISTINCT user_id FROM gone) each;
        END IF;
        RETURN NULL;
      END $$;
      CREATE FUNCTION identity.announce_all_sessions() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM pg_notify('${SESSIONS_CHANNEL}', '');
        RETURN NULL;
      END $$;
      CREATE TRIGGER announce_changed AFTER UPDATE OF user_id, active_role, token, expires_at ON identity.sessions
        FOR EACH ROW EXECUTE FUNCTION identity.announce_session();
      CREATE TRIGGER announce_ended AFTER DELETE ON identity.sessions REFERENCING OLD TABLE AS gone
        FOR EACH STATEMENT EXECUTE FUNCTION identity.announce_ended_sessions();
      CREATE TRIGGER announce_role AFTER INSERT OR UPDATE OR DELETE ON identity.account_roles
        FOR EACH ROW EXECUTE FUNCTION identity.announce_session();
      -- A view changes the session of its viewer, a business also those of its auditors.
      CREATE TRIGGER announce_views AFTER INSERT OR UPDATE OR DELETE ON identity.views
        FOR EACH STATEMENT EXECUTE FUNCTION identity.announce_all_sessions();
      CREATE TRIGGER announce_audits AFTER INSERT OR UPDATE OR DELETE ON identity.audits
        FOR EACH STATEMENT EXECUTE FUNCTION identity.announce_all_sessions();
      CREATE TRIGGER announce_tenants AFTER INSERT OR UPDATE OR DELETE ON identity.tenants
        FOR EACH STATEMENT EXECUTE FUNCTION identity.announce_all_sessions();
    `,
  },
  /** What a superadmin wrote beside the reason of a view. */
  {
    name: '036-notes-of-views',
    isAdditive: true,
    up: 'ALTER TABLE identity.looks ADD COLUMN note text',
  },
  /** A notice of what was done before a change of the address is for the person who had the address of before. */
  {
    name: '037-former-addresses',
    isAdditive: true,
    up: `
      -- The address that the account had, of a mail that waited when it was changed. Null: it goes to the account's present one.
      ALTER TABLE identity.mails ADD COLUMN former_address text;
    `,
  },
  /** Two changes of an address at once left two links, of which one may be at a mistyped address. */
  {
    name: '038-one-address-change',
    isAdditive: true,
    up: `
      WITH former AS (
        DELETE FROM identity.address_changes a USING identity.address_changes later
        WHERE a.user_id = later.user_id AND (a.created_at, a.mail_id) < (later.created_at, later.mail_id)
        RETURNING a.mail_id)
      UPDATE identity.mails m SET token_hash = NULL, sealed_token = NULL,
        state = CASE m.state WHEN 'queued' THEN 'dropped' ELSE m.state END
      FROM former WHERE m.id = former.mail_id;
      CREATE UNIQUE INDEX one_address_change ON identity.address_changes (user_id);
      DROP INDEX identity.address_changes_of_user;
    `,
  },
  /** Mails with a link leave before notices. */
  {
    name: '039-links-first',
    isAdditive: true,
    up: `
      DROP INDEX identity.mails_due;
      CREATE INDEX mails_due ON identity.mails ((sealed_token IS NULL), due_at) WHERE state = 'queued';
    `,
  },
];
