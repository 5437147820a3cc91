import { Refused } from '@perktree/contracts/kernel/refusals';
import { coalesced, isRefusedValue } from '@perktree/platform/coalesced';
import { readsTenant, type Session } from '@perktree/platform/http/session';
import { anyLength } from '@perktree/platform/postgres/any-length';
import { select } from '@perktree/platform/postgres/select';
import type { Pool } from 'pg';
import { byQuestion } from '../engine/by-question.ts';
import type { PositionFeed } from '../engine/position-feed.ts';
import { QueryCache } from '../engine/query-cache.ts';
import { siteZoneColumn } from '../engine/time-zones.ts';
import { ownRootSql, QR_COLUMNS, type QrRow } from './qr-row.ts';

/** A QR, with the data that decides who may read it. */
type FoundQr = QrRow & {
  readonly configuration: string;
  readonly site_name: string;
  readonly site_time_zone: string;
  /** The caller has claimed it or one above it. */
  readonly is_mine: boolean;
};

interface Wanted {
  readonly qrId: string;
  /** The site that the path names: the QR must belong to it, and its owner, its auditors and superadmins may read it. */
  readonly siteId: string | null;
}

/**
 * Reads a QR. Distributors may read the QRs that they have claimed, and their descendants.
 * @throws Refused 404 if the QR does not exist or the caller may not read it
 */
type ReadableQr = (session: Session, wanted: Wanted) => Promise<FoundQr>;

/** Most QRs per statement, and most concurrent statements. */
const TOGETHER = { max: 30, underWay: 2, isOfOne: isRefusedValue };

/** Looks up QRs; concurrent look-ups share a statement. */
export function createReadableQr(pool: Pool, feed: PositionFeed): ReadableQr {
  const ask = coalesced((lookUps: readonly LookUp[]) => findQrs(pool, lookUps), TOGETHER);
  const cache = new QueryCache<FoundQr>(feed);
  return async (session, wanted) => {
    const { qrId, siteId } = wanted;
    const { userId } = session;
    const [qr] = await cache.of(`${userId} ${siteId} ${qrId}`, () => ask({ ...wanted, userId }));
    if (qr === undefined || !mayRead(qr, session, siteId !== null)) throw new Refused('QR_NOT_FOUND');
    return qr;
  };
}

type LookUp = Wanted & { readonly userId: string };

async function findQrs(pool: Pool, lookUps: readonly LookUp[]): Promise<readonly (readonly FoundQr[])[]> {
  const rows = await select<FoundQr & { readonly wanted: bigint }>(
    pool,
    `WITH RECURSIVE asked AS (
       SELECT * FROM unnest(${['$1::uuid[]', '$2::text[]', '$3::uuid[]'].map(anyLength).join(', ')}) WITH ORDINALITY
         AS a(qr_id, user_id, site_id, wanted)),
     above AS (
       SELECT a.wanted, a.user_id, q.parent_qr_id, q.owner_id, ${ownRootSql('q.', 'a.user_id')} AS own_root FROM asked a JOIN read_models.qrs q ON q.qr_id = a.qr_id
       UNION ALL
       SELECT above.wanted, above.user_id, p.parent_qr_id, p.owner_id, ${ownRootSql('p.', 'above.user_id')}
       FROM above JOIN read_models.qrs p ON p.qr_id = above.parent_qr_id),
     mine AS (SELECT wanted FROM above GROUP BY wanted HAVING bool_or(owner_id = user_id OR own_root))
     SELECT a.wanted, ${QR_COLUMNS}, s.configuration, s.name AS site_name, ${siteZoneColumn(null)}, a.wanted IN (SELECT wanted FROM mine) AS is_mine
     FROM asked a JOIN read_models.qrs q ON q.qr_id = a.qr_id JOIN read_models.sites s ON s.site_id = q.site_id
     WHERE a.site_id IS NULL OR q.site_id = a.site_id`,
    [lookUps.map(({ qrId }) => qrId), lookUps.map(({ userId }) => userId), lookUps.map(({ siteId }) => siteId)],
    'readable-qrs',
  );
  return byQuestion(rows, lookUps);
}

function mayRead(qr: FoundQr, session: Session, throughSite: boolean): boolean {
  if (qr.is_mine && session.allRoles.includes('distributor')) return true;
  return throughSite && isOwnerView(qr, session);
}

/** Whether the caller sees the QR as the owner of its site does. */
export function isOwnerView(qr: { readonly tenant_id: string }, session: Session): boolean {
  return readsTenant(session, qr.tenant_id);
}
