import type { ReadModelRow } from '@perktree/contracts/read-models';
import type { Pool } from 'pg';
import type { Page } from '../page.ts';
import { select } from '../sql.ts';

export function redemptionsOf(
  pool: Pool,
  siteId: string,
  { limit, after }: Page<[string, string]>,
): Promise<readonly ReadModelRow<'redemptions'>[]> {
  return select(
    pool,
    `SELECT * FROM read_models.redemptions
     WHERE site_id = $1 AND ($2::timestamptz IS NULL OR (redeemed_at, redemption_id) < ($2, $3::uuid))
     ORDER BY redeemed_at DESC, redemption_id DESC LIMIT $4`,
    [siteId, after?.[0], after?.[1], limit + 1],
  );
}

export interface TopDistributorRow {
  readonly distributor_id: string;
  readonly qrs: number;
  readonly scans: number;
  readonly redemptions: number;
  readonly earned: bigint;
}

/** Who owns QRs of a site now, or has earned on it, most earned first. */
export function topDistributorsOf(pool: Pool, siteId: string, limit: number): Promise<readonly TopDistributorRow[]> {
  return select<TopDistributorRow>(
    pool,
    `WITH owned AS (
       SELECT owner_id AS distributor_id, count(*)::integer AS qrs, sum(total_scans)::integer AS scans,
         sum(total_redemptions)::integer AS redemptions
       FROM read_models.qrs WHERE site_id = $1 AND owner_id IS NOT NULL GROUP BY owner_id),
     earned AS (
       SELECT distributor_id, sum(earned_minor)::bigint AS earned
       FROM read_models.earnings WHERE site_id = $1 GROUP BY distributor_id)
     SELECT distributor_id, coalesce(qrs, 0) AS qrs, coalesce(scans, 0) AS scans,
       coalesce(redemptions, 0) AS redemptions, coalesce(earned, 0)::bigint AS earned
     FROM owned FULL JOIN earned USING (distributor_id)
     ORDER BY earned DESC, scans DESC, distributor_id LIMIT $2`,
    [siteId, limit],
  );
}
