import type { ReadModelRow } from '@perktree/contracts/read-models';
import type { Session } from '@perktree/platform/http/session';
import type { Pool } from 'pg';
import { mineSql } from '../qrs/qr-row.ts';
import { select } from '../sql.ts';

export type ScanRow = Pick<ReadModelRow<'scans'>, 'scan_id' | 'qr_name' | 'scanned_at' | 'redeemed_at'>;

interface Scope {
  readonly id: string | null;
  readonly condition: string;
}

/** The scans that concern the active role: see dashboard/scope.ts. */
function scopeOf({ role, userId, tenantId }: Session): Scope {
  switch (role) {
    case 'superadmin':
      return { id: null, condition: '$1::text IS NULL' };
    case 'site_owner':
      return { id: tenantId, condition: 'tenant_id = $1::uuid' };
    case 'staff':
      return {
        id: userId,
        condition: 'site_id IN (SELECT site_id FROM read_models.site_staff WHERE user_id = $1 AND is_active)',
      };
    case 'distributor':
      return { id: userId, condition: `qr_id IN (WITH RECURSIVE ${mineSql('$1')} SELECT qr_id FROM mine)` };
    case 'customer':
      return { id: userId, condition: 'customer_id = $1' };
  }
}

/** The newest scans in the scope of the active role. */
export function newestScans(pool: Pool, session: Session, limit: number): Promise<readonly ScanRow[]> {
  const scope = scopeOf(session);
  return select<ScanRow>(
    pool,
    `SELECT scan_id, qr_name, scanned_at, redeemed_at FROM read_models.scans WHERE ${scope.condition}
     ORDER BY scanned_at DESC, scan_id DESC LIMIT $2`,
    [scope.id, limit],
  );
}

/** Redemptions that staff confirmed at a counter: those of one's tenant for its owner, else one's own. Newest first. */
export function newestValidations(
  pool: Pool,
  by: { readonly tenantId: string } | { readonly userId: string },
  limit: number,
): Promise<readonly ReadModelRow<'redemptions'>[]> {
  const ofTenant = 'tenantId' in by;
  return select(
    pool,
    `SELECT * FROM read_models.redemptions
     WHERE ${ofTenant ? 'tenant_id = $1::uuid' : 'confirmed_by = $1'} AND confirmed_via <> 'self'
     ORDER BY redeemed_at DESC, redemption_id DESC LIMIT $2`,
    [ofTenant ? by.tenantId : by.userId, limit],
  );
}
