import type { ReadModelRow } from '@perktree/contracts/catalogue/read-models';
import { dashboardCalls } from '@perktree/contracts/dashboard/calls';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { Session } from '@perktree/platform/http/session';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import type { QueryServiceDeps } from '../engine/deps.ts';
import { select } from '../engine/sql.ts';
import { mineSql } from '../qr/qr-row.ts';

type ScanRow = Pick<ReadModelRow<'scans'>, 'scan_id' | 'qr_name' | 'scanned_at' | 'redeemed_at'>;

const NEWEST_FIRST = 'ORDER BY c.scanned_at DESC, c.scan_id DESC LIMIT :limit';
const newestOf = (condition: string) => `SELECT c.scan_id, c.qr_id, c.qr_name, c.scanned_at, c.redeemed_at
  FROM read_models.scans c WHERE ${condition} ${NEWEST_FIRST}`;

interface Scope {
  readonly id: string | null;
  /** SQL of the newest scans; `:id` is the id and `:limit` their number. */
  readonly newest: string;
}

/** The scans that concern the active role: see dashboard/scope.ts. */
function scopeOf({ role, userId, tenantId, audits }: Session): Scope {
  switch (role) {
    case 'superadmin':
      return { id: null, newest: newestOf(':id::text IS NULL') };
    case 'site_owner':
      return { id: tenantId, newest: newestOf('c.tenant_id = :id::uuid') };
    case 'auditor':
      return audits?.tenantIds === null
        ? { id: null, newest: newestOf(':id::text IS NULL') }
        : {
            id: (audits?.tenantIds ?? []).join(','),
            newest: newestOf(`c.tenant_id = ANY(string_to_array(:id, ',')::uuid[])`),
          };
    case 'staff':
      return {
        id: userId,
        newest: `SELECT c.* FROM read_models.site_staff w CROSS JOIN LATERAL (${newestOf('c.site_id = w.site_id')}) c
          WHERE w.user_id = :id AND w.is_active ${NEWEST_FIRST}`,
      };
    case 'distributor':
      // Only the QRs that were scanned last can have the newest scans, so finding them takes one look-up per QR.
      return {
        id: userId,
        newest: `WITH RECURSIVE ${mineSql(':id')},
          scanned_last AS (
            SELECT c.qr_id FROM mine CROSS JOIN LATERAL (
              SELECT c.qr_id, c.scanned_at, c.scan_id FROM read_models.scans c WHERE c.qr_id = mine.qr_id
              ORDER BY c.scanned_at DESC, c.scan_id DESC LIMIT 1) c ${NEWEST_FIRST})
          SELECT c.* FROM scanned_last l CROSS JOIN LATERAL (${newestOf('c.qr_id = l.qr_id')}) c ${NEWEST_FIRST}`,
      };
    case 'customer':
      return { id: userId, newest: newestOf('c.customer_id = :id') };
  }
}

/** The newest scans in the scope of the active role. */
function newestScans(pool: Pool, session: Session, limit: number): Promise<readonly ScanRow[]> {
  const { id, newest } = scopeOf(session);
  return select<ScanRow>(pool, newest, { id, limit });
}

/** Pages show five of them; a few more leave room for a longer list. */
const NEWEST = 20;

export function mountNewestScans(app: FastifyInstance, { pool, authenticate }: QueryServiceDeps): void {
  mountCall(app, authenticate, dashboardCalls.activity, async ({ session }) => {
    const scans = await newestScans(pool, session, NEWEST);
    return {
      answer: scans.map((row) => ({
        scanId: row.scan_id,
        name: row.qr_name,
        scanDate: row.scanned_at,
        isRedeemed: row.redeemed_at !== null,
      })),
    };
  });
}
