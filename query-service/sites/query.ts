import type { ReadModelRow } from '@perktree/contracts/read-models';
import type { Session } from '@perktree/platform/http/session';
import type { Pool } from 'pg';
import type { Page } from '../page.ts';
import type { SiteRow } from '../scope.ts';
import { select } from '../sql.ts';

/** Sites that the caller owns or works at; all of them for whoever acts as superadmin. Newest first. */
export function sitesOf(
  pool: Pool,
  session: Session,
  { limit, after }: Page<[string, string]>,
): Promise<readonly SiteRow[]> {
  return select<SiteRow>(
    pool,
    `SELECT s.* FROM read_models.sites s
     WHERE ($1 OR s.tenant_id = $2
       OR s.site_id IN (SELECT site_id FROM read_models.site_staff WHERE user_id = $3 AND is_active))
       AND ($4::timestamptz IS NULL OR (s.created_at, s.site_id) < ($4, $5::uuid))
     ORDER BY s.created_at DESC, s.site_id DESC LIMIT $6`,
    [session.role === 'superadmin', session.tenantId, session.userId, after?.[0], after?.[1], limit + 1],
  );
}

/** Who works at a site now, in the order in which they joined. */
export function staffOf(pool: Pool, siteId: string): Promise<readonly ReadModelRow<'site_staff'>[]> {
  return select(
    pool,
    'SELECT * FROM read_models.site_staff WHERE site_id = $1 AND is_active ORDER BY joined_at, staff_id',
    [siteId],
  );
}
