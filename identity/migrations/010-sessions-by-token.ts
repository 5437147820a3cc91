import type { Migration } from '@perktree/platform/postgres/migrate';

/**
 * Lets a login that only reads look up the session of a token it has, and read no token (docs/explanation/security.md). It runs with
 * the rights of its owner, who owns the table.
 */
export const sessionsByToken: Migration = {
  name: '010-sessions-by-token',
  up: async (knex) => {
    await knex.raw(`
      CREATE FUNCTION identity.sessions_by_token(wanted text[])
      RETURNS TABLE (token text, id uuid, user_id uuid, active_role text, expires_at timestamptz, used_at timestamptz)
      LANGUAGE sql STABLE SECURITY DEFINER ROWS 10 SET search_path = ''
      AS $$
        SELECT s.token, s.id, s.user_id, s.active_role, s.expires_at, s.used_at
        FROM identity.sessions s WHERE s.token = ANY (wanted)
      $$;
      REVOKE ALL ON FUNCTION identity.sessions_by_token(text[]) FROM PUBLIC;
    `);
  },
};
