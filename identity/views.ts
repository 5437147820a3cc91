import { viewAsCalls } from '@perktree/contracts/http/view-as';
import { UUID } from '@perktree/contracts/uuid';
import type { Views } from '@perktree/platform/accounts';
import type { Pool } from 'pg';
import { heldRoles } from './roles.ts';
import type { SessionStore } from './session-store.ts';

const { method, path } = viewAsCalls.startViewing;
const CALL = `${method} ${path}`;

/** Sessions that view the product as another user. Their rights: session-store.ts and `authenticate` in service.ts. */
export function createViews(pool: Pool, sessions: Pick<SessionStore, 'forgetAll'>, clock: () => Date): Views {
  return {
    async rolesOf(userId) {
      if (!UUID.test(userId)) return null;
      const { rowCount } = await pool.query('SELECT 1 FROM identity.users WHERE id = $1', [userId]);
      return rowCount === 0 ? null : heldRoles(pool, userId, clock());
    },
    async beginView({ viewId, sessionId, viewerId, userId, role, reason, until }) {
      await pool.query(
        // A repeated command is idempotent. Of two concurrent views in one session, the later one counts.
        `WITH look AS (
           INSERT INTO identity.looks (look_id, minute, viewer_id, role, call, tenant_id, subject, reason)
           SELECT $1::uuid, date_trunc('minute', $8::timestamptz), $3::text, 'superadmin', $9, id, $4::text, $7
           FROM identity.tenants WHERE owner_id = $4::uuid AND $5 = 'site_owner'
           ON CONFLICT (look_id) DO NOTHING)
         INSERT INTO identity.views (view_id, session_id, viewer_id, user_id, role, until) VALUES ($1::uuid, $2, $3::uuid, $4::uuid, $5, $6)
         ON CONFLICT (session_id) DO UPDATE
         SET view_id = EXCLUDED.view_id, user_id = EXCLUDED.user_id, role = EXCLUDED.role, until = EXCLUDED.until`,
        [viewId, sessionId, viewerId, userId, role, until, reason, clock(), CALL],
      );
      sessions.forgetAll();
    },
    async viewOf(sessionId) {
      const { rows } = await pool.query<{ viewId: string; userId: string }>(
        'SELECT view_id AS "viewId", user_id AS "userId" FROM identity.views WHERE session_id = $1',
        [sessionId],
      );
      return rows[0] ?? null;
    },
    async endView(viewId) {
      await pool.query('DELETE FROM identity.views WHERE view_id = $1', [viewId]);
      sessions.forgetAll();
    },
    async endedViews() {
      const { rows } = await pool.query<Awaited<ReturnType<Views['endedViews']>>[number]>(
        `SELECT view_id AS "viewId", user_id AS "userId",
           CASE WHEN until <= $1 THEN 'expired' ELSE 'signed_out' END AS ended
         FROM identity.views v
         WHERE until <= $1 OR NOT EXISTS (SELECT FROM identity.sessions s WHERE s.id = v.session_id)
         ORDER BY until`,
        [clock()],
      );
      return rows;
    },
  };
}
