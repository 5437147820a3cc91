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

/** Who owns QRs of some sites now, or has earned on them, with their figures on each site. `sites` yields site ids. */
const figuresOn = (sites: string) => `
  WITH owned AS (
    SELECT site_id, owner_id AS distributor_id, count(*)::integer AS qrs, sum(total_scans)::integer AS scans,
      sum(total_redemptions)::integer AS redemptions
    FROM read_models.qrs WHERE site_id IN (${sites}) AND owner_id IS NOT NULL GROUP BY site_id, owner_id),
  earned AS (
    SELECT site_id, distributor_id, sum(earned_minor)::bigint AS earned
    FROM read_models.earnings WHERE site_id IN (${sites}) GROUP BY site_id, distributor_id),
  figures AS (
    SELECT site_id, distributor_id, coalesce(qrs, 0) AS qrs, coalesce(scans, 0) AS scans,
      coalesce(redemptions, 0) AS redemptions, coalesce(earned, 0)::bigint AS earned
    FROM owned FULL JOIN earned USING (site_id, distributor_id))`;

/** The distributors of a site, most earned first. */
export function topDistributorsOf(pool: Pool, siteId: string, limit: number): Promise<readonly TopDistributorRow[]> {
  return select<TopDistributorRow>(
    pool,
    `${figuresOn('$1')}
     SELECT distributor_id, qrs, scans, redemptions, earned,
       EXISTS (SELECT 1 FROM read_models.site_blocks b WHERE b.site_id = $1
               AND b.distributor_id = figures.distributor_id AND b.is_blocked) AS blocked
     FROM figures ORDER BY earned DESC, scans DESC, distributor_id LIMIT $2`,
    [siteId, limit],
  );
}

export interface StandingRow extends Omit<TopDistributorRow, 'distributor_id' | 'blocked'> {
  readonly site_id: string;
  readonly site_name: string;
  readonly currency: string;
  readonly rank: number;
  readonly distributors: number;
}

/** Where a distributor stands on each of its sites, best ranks first. Equal figures share a rank. */
export function standingsOf(pool: Pool, distributorId: string, limit: number): Promise<readonly StandingRow[]> {
  const sites = `SELECT site_id FROM read_models.qrs WHERE owner_id = $1
    UNION SELECT site_id FROM read_models.earnings WHERE distributor_id = $1`;
  return select<StandingRow>(
    pool,
    `${figuresOn(sites)},
     ranked AS (
       SELECT figures.*, rank() OVER (PARTITION BY site_id ORDER BY earned DESC, scans DESC)::integer AS rank,
         count(*) OVER (PARTITION BY site_id)::integer AS distributors
       FROM figures)
     SELECT ranked.site_id, s.name AS site_name, s.currency, rank, distributors, qrs, scans, redemptions, earned
     FROM ranked JOIN read_models.sites s USING (site_id) WHERE distributor_id = $1
     ORDER BY rank, s.name, site_id LIMIT $2`,
    [distributorId, limit],
  );
}
