import { Refused } from '@perktree/contracts/refusals';
import { coalesced, isRefusedValue } from '@perktree/platform/coalesced';
import type { Session } from '@perktree/platform/http/session';
import { anyLength } from '@perktree/platform/postgres/any-length';
import type { Pool } from 'pg';
import { KeptRows } from '../kept-rows.ts';
import type { PositionFeed } from '../position-feed.ts';
import { isSuperadmin } from '../scope.ts';
import { select } from '../sql.ts';
import { ownRootSql, QR_COLUMNS, type QrRow } from './qr-row.ts';

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
export type ReadableQr = (session: Session, wanted: Wanted) => Promise<readonly [FoundQr, ...FoundQr[]]>;

/** QRs that are looked up in one statement, and such statements under way at once. */
const TOGETHER = { most: 30, underWay: 2, isOfOne: isRefusedValue };

/** Looks QRs up, those together that are asked for together. */
export function createReadableQr(pool: Pool, feed: PositionFeed): ReadableQr {
  const ask = coalesced((asked: readonly Asked[]) => findQrs(pool, asked), TOGETHER);
  const kept = new KeptRows<FoundQr>(feed);
  return async (session, wanted) => {
    const { qrId, siteId, subtree } = wanted;
    const { userId } = session;
    const rows = await kept.of(`${userId} ${siteId} ${subtree} ${qrId}`, () => ask({ ...wanted, userId }));
    const [first, ...rest] = rows;
    if (first === undefined || !mayRead(first, session, wanted.siteId !== null)) throw new Refused('QR_NOT_FOUND');
    return [first, ...rest];
  };
}

type Asked = Wanted & { readonly userId: string };

async function findQrs(pool: Pool, asked: readonly Asked[]): Promise<readonly (readonly FoundQr[])[]> {
  const rows = await select<FoundQr & { readonly wanted: bigint }>(
    pool,
    `WITH RECURSIVE asked AS (
       SELECT * FROM unnest(${['$1::uuid[]', '$2::boolean[]', '$3::text[]', '$4::uuid[]'].map(anyLength).join(', ')}) WITH ORDINALITY
         AS a(qr_id, subtree, user_id, site_id, wanted)),
     above AS (
       SELECT a.wanted, a.user_id, q.parent_qr_id, q.owner_id, ${ownRootSql('q.', 'a.user_id')} AS own_root FROM asked a JOIN read_models.qrs q ON q.qr_id = a.qr_id
       UNION ALL
       SELECT above.wanted, above.user_id, p.parent_qr_id, p.owner_id, ${ownRootSql('p.', 'above.user_id')}
       FROM above JOIN read_models.qrs p ON p.qr_id = above.parent_qr_id),
     mine AS (SELECT wanted FROM above GROUP BY wanted HAVING bool_or(owner_id = user_id OR own_root)),
     below AS (
       SELECT a.wanted, a.subtree, a.site_id, a.qr_id FROM asked a
       UNION ALL
       SELECT below.wanted, below.subtree, below.site_id, c.qr_id
       FROM below JOIN read_models.qrs c ON c.parent_qr_id = below.qr_id AND below.subtree)
     SELECT below.wanted, ${QR_COLUMNS}, s.configuration, below.wanted IN (SELECT wanted FROM mine) AS is_mine
     FROM below JOIN read_models.qrs q ON q.qr_id = below.qr_id JOIN read_models.sites s ON s.site_id = q.site_id
     WHERE below.site_id IS NULL OR q.site_id = below.site_id
     ORDER BY below.wanted, q.depth, q.created_at, q.qr_id`,
    [
      asked.map(({ qrId }) => qrId),
      asked.map(({ subtree }) => subtree),
      asked.map(({ userId }) => userId),
      asked.map(({ siteId }) => siteId),
    ],
    'readable-qrs',
  );
  const found: FoundQr[][] = asked.map(() => []);
  for (const row of rows) found[Number(row.wanted) - 1]?.push(row);
  return found;
}

function mayRead(qr: FoundQr, session: Session, throughSite: boolean): boolean {
  if (qr.is_mine && session.allRoles.includes('distributor')) return true;
  return throughSite && isOwnerView(qr, session);
}

/** The caller reads it as the owner of its site does. */
export function isOwnerView(qr: { readonly tenant_id: string }, session: Session): boolean {
  return isSuperadmin(session) || qr.tenant_id === session.tenantId;
}
