import { Refused } from '@perktree/contracts/refusals';
import type { Session } from '@perktree/platform/http/session';
import type { Pool } from 'pg';
import { isSuperadmin } from '../scope.ts';
import { select } from '../sql.ts';
import { QR_COLUMNS, type QrRow } from './qr-row.ts';

/** A QR, with what decides who may read it. */
export type FoundQr = QrRow & {
  readonly configuration: string;
  /** The caller has claimed it or one above it. */
  readonly is_mine: boolean;
};

/** Which QR is asked for, and as whom it may be read. */
export interface Wanted {
  readonly qrId: string;
  /** Where the path names the site, the QR must be of it; the site's owner and superadmins may read it then. */
  readonly siteId: string | null;
  /** The whole subtree, parents before children; else the QR alone. */
  readonly subtree: boolean;
}

/**
 * A QR, first, and what is below it where that is asked for. Distributors read what they have claimed and its
 * descendants. @throws Refused 404 where there is none that the caller may know of
 */
export async function readableQr(
  pool: Pool,
  session: Session,
  wanted: Wanted,
): Promise<readonly [FoundQr, ...FoundQr[]]> {
  const { qrId, siteId, subtree } = wanted;
  const rows = await select<FoundQr>(
    pool,
    `WITH RECURSIVE above AS (
       SELECT qr_id, parent_qr_id, owner_id FROM read_models.qrs WHERE qr_id = $1
       UNION ALL
       SELECT p.qr_id, p.parent_qr_id, p.owner_id FROM above JOIN read_models.qrs p ON p.qr_id = above.parent_qr_id),
     below AS (
       SELECT qr_id FROM read_models.qrs WHERE qr_id = $1
       UNION ALL
       SELECT c.qr_id FROM below JOIN read_models.qrs c ON c.parent_qr_id = below.qr_id AND $2)
     SELECT ${QR_COLUMNS}, s.configuration, (SELECT coalesce(bool_or(owner_id = $3), false) FROM above) AS is_mine
     FROM below JOIN read_models.qrs q ON q.qr_id = below.qr_id JOIN read_models.sites s ON s.site_id = q.site_id
     WHERE $4::uuid IS NULL OR q.site_id = $4
     ORDER BY q.depth, q.created_at, q.qr_id`,
    [qrId, subtree, session.userId, siteId],
  );
  const [first, ...rest] = rows;
  if (first === undefined || !mayRead(first, session, siteId !== null)) throw new Refused('QR_NOT_FOUND');
  return [first, ...rest];
}

function mayRead(qr: FoundQr, session: Session, throughSite: boolean): boolean {
  if (qr.is_mine && session.allRoles.includes('distributor')) return true;
  return throughSite && isOwnerView(qr, session);
}

/** The caller reads it as the owner of its site does. */
export function isOwnerView(qr: { readonly tenant_id: string }, session: Session): boolean {
  return isSuperadmin(session) || qr.tenant_id === session.tenantId;
}
