import type { Migration } from '@perktree/platform/postgres/migrate';
import { SESSIONS_CHANNEL } from '../session-changes.ts';

/** Most accounts that are named one by one; more are an empty payload. */
const MOST_NAMED = 20;

/** Notifies the account whose sessions have changed, so that no process keeps them; an empty payload means all accounts. */
export const announcedSessions: Migration = {
  name: '035-announced-sessions',
  isAdditive: true,
  up: async (knex) => {
    await knex.raw(`
      CREATE FUNCTION identity.announce_session() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM pg_notify('${SESSIONS_CHANNEL}', CASE WHEN TG_OP = 'DELETE' THEN OLD.user_id ELSE NEW.user_id END::text);
        RETURN NULL;
      END $$;
      CREATE FUNCTION identity.announce_ended_sessions() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF (SELECT count(DISTINCT user_id) FROM gone) > ${MOST_NAMED} THEN
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
    `);
  },
};
