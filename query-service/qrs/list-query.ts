import type { Pool } from 'pg';
import { z } from 'zod';
import type { Page } from '../page.ts';
import { select } from '../sql.ts';
import { mineSql, QR_COLUMNS, type QrRow } from './qr-row.ts';

export type SiteCursor = [string, string];

/** QRs of a site, newest first. Read one more than the page has. */
export function qrsOfSite(pool: Pool, siteId: string, { limit, after }: Page<SiteCursor>): Promise<readonly QrRow[]> {
  return select<QrRow>(
    pool,
    `SELECT ${QR_COLUMNS} FROM read_models.qrs q JOIN read_models.sites s ON s.site_id = q.site_id
     WHERE q.site_id = $1 AND ($2::timestamptz IS NULL OR (q.created_at, q.qr_id) < ($2, $3::uuid))
     ORDER BY q.created_at DESC, q.qr_id DESC LIMIT $4`,
    [siteId, after?.[0], after?.[1], limit + 1],
  );
}

/** Depth, time and id. */
export const ownCursor = z.tuple([z.int().min(0), z.iso.datetime(), z.uuid()]);
export type OwnCursor = z.infer<typeof ownCursor>;

/** QRs that a distributor has claimed, and their descendants; those nearest to a root first, so parents before children. */
export function qrsOfDistributor(
  pool: Pool,
  userId: string,
  { limit, after }: Page<OwnCursor>,
): Promise<readonly QrRow[]> {
  return select<QrRow>(
    pool,
    `WITH RECURSIVE ${mineSql('$1')}
     SELECT ${QR_COLUMNS} FROM mine JOIN read_models.qrs q ON q.qr_id = mine.qr_id
     JOIN read_models.sites s ON s.site_id = q.site_id
     WHERE $2::integer IS NULL OR q.depth > $2 OR (q.depth = $2 AND (q.created_at, q.qr_id) < ($3::timestamptz, $4::uuid))
     ORDER BY q.depth, q.created_at DESC, q.qr_id DESC LIMIT $5`,
    [userId, after?.[0], after?.[1], after?.[2], limit + 1],
  );
}
