import type { Views } from '@perktree/contracts/account/account-store';
import { UUID } from '@perktree/contracts/kernel/uuid';
import { viewAsCalls } from '@perktree/contracts/support/view-as-calls';
import { isThere, run, sql } from '@perktree/platform/postgres/sql';
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
      const isKnown = await isThere(pool, sql('identity.users').where({ id: userId }));
      return isKnown ? heldRoles(pool, userId, clock()) : null;
    },
    async beginView({ viewId, sessionId, viewerId, userId, role, reason, note, until }) {
      await run(
        pool,
        // A repeated command is idempotent. Of two concurrent views in one session, the later one counts.
        `WITH look AS (
           INSERT INTO identity.looks (look_id, minute, viewer_id, role, call, tenant_id, subject, reason, note)
           SELECT :viewId::uuid, date_trunc('minute', :now::timestamptz), :viewerId::text, 'superadmin', :call, id, :userId::text, :reason, :note
           FROM identity.tenants WHERE owner_id = :userId::uuid AND :role::text = 'site_owner'
           ON CONFLICT (look_id) DO NOTHING)
         INSERT INTO identity.views (view_id, session_id, viewer_id, user_id, role, until)
         VALUES (:viewId::uuid, :sessionId, :viewerId::uuid, :userId::uuid, :role, :until)
         ON CONFLICT (session_id) DO UPDATE
         SET view_id = EXCLUDED.view_id, user_id = EXCLUDED.user_id, role = EXCLUDED.role, until = EXCLUDED.until`,
        { viewId, sessionId, viewerId, userId, role, until, reason, note, now: clock(), call: CALL },
      );
      sessions.forgetAll();
    },
    async viewOf(sessionId) {
      const query = sql('identity.views').where({ session_id: sessionId });
      const { rows } = await run<{ viewId: string; userId: string }>(
        pool,
        query.select({ viewId: 'view_id', userId: 'user_id' }),
      );
      return rows[0] ?? null;
    },
    async endView(viewId) {
      await run(pool, sql('identity.views').where({ view_id: viewId }).delete());
      sessions.forgetAll();
    },
    async endedViews() {
      const { rows } = await run<Awaited<ReturnType<Views['endedViews']>>[number]>(
        pool,
        `SELECT view_id AS "viewId", user_id AS "userId",
           CASE WHEN until <= :now THEN 'expired' ELSE 'signed_out' END AS ended
         FROM identity.views v
         WHERE until <= :now OR NOT EXISTS (SELECT FROM identity.sessions s WHERE s.id = v.session_id)
         ORDER BY until`,
        { now: clock() },
      );
      return rows;
    },
  };
}
