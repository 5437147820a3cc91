import type { ReadModelRow } from '@perktree/contracts/read-models';
import type { Pool } from 'pg';
import { amountOrder, hundredthsSql, type Listing } from '../listing/listing.ts';
import { select } from '../sql.ts';

export type RedemptionRow = ReadModelRow<'redemptions'>;

export const REDEMPTIONS: Listing<RedemptionRow> = {
  columns: 'r.*',
  from: 'read_models.redemptions r',
  id: 'r.redemption_id',
  idOf: (row) => row.redemption_id,
  text: `concat_ws(E'\\n', r.qr_name, trim_scale(r.discount_percent) || '% discount descuento',
    trim_scale(r.discount_fixed_amount) || ' off descuento', r.text_reward, ${hundredthsSql('r.sale_minor')})`,
  kept: 'ARRAY[r.customer_id, r.confirmed_by]',
  filters: {
    redeemed: 'r.reversed_at IS NULL AND r.awaiting_until IS NULL',
    awaiting: 'r.awaiting_until > @now',
    lapsed: 'r.awaiting_until <= @now',
    partly: 'r.reversed_at IS NOT NULL AND NOT r.is_wholly_reversed',
    reversed: 'r.is_wholly_reversed',
  },
  sorts: {
    newest: { by: 'r.redeemed_at', type: 'timestamptz', descending: true, of: (row) => row.redeemed_at },
    oldest: { by: 'r.redeemed_at', type: 'timestamptz', descending: false, of: (row) => row.redeemed_at },
    amount: amountOrder('r.currency', 'r.sale_minor', (row) => row.sale_minor),
  },
};

export interface TopDistributorRow {
  readonly distributor_id: string;
  readonly qrs: number;
  readonly scans: number;
  readonly redemptions: number;
  readonly earned: bigint;
  readonly blocked: boolean;
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
       coalesce(redemptions, 0) AS redemptions, coalesce(earned, 0)::bigint AS earned,
       EXISTS (SELECT 1 FROM read_models.site_blocks b WHERE b.site_id = $1
               AND b.distributor_id = coalesce(owned.distributor_id, earned.distributor_id) AND b.is_blocked) AS blocked
     FROM owned FULL JOIN earned USING (distributor_id)
     ORDER BY earned DESC, scans DESC, distributor_id LIMIT $2`,
    [siteId, limit],
  );
}
