import { NAME_COLLATION, type ReadModelRow } from '@perktree/contracts/catalogue/read-models';
import type { Pool } from 'pg';
import { amountOrder, byTime, hundredthsSql, type Listing } from '../engine/listing/listing.ts';
import { select } from '../engine/sql.ts';
import { siteZoneColumn } from '../engine/time-zones.ts';
import { benefitTextSql } from '../qr/benefit-of.ts';

export type RedemptionRow = ReadModelRow<'redemptions'>;

export const REDEMPTIONS: Listing<RedemptionRow> = {
  columns: `r.*, ${siteZoneColumn('r.site_id')}`,
  from: 'read_models.redemptions r',
  id: 'r.redemption_id',
  idOf: (row) => row.redemption_id,
  text: `concat_ws(E'\\n', r.qr_name, r.reference, ${benefitTextSql('r')}, ${hundredthsSql('r.sale_minor')},
    ${hundredthsSql('nullif(r.reversed_minor, 0)')})`,
  kept: ['r.customer_id', 'r.confirmed_by'],
  filters: {
    redeemed: 'r.reversed_at IS NULL AND r.awaiting_until IS NULL',
    awaiting: 'r.awaiting_until > :now::timestamptz',
    lapsed: 'r.awaiting_until <= :now::timestamptz',
    partly: 'r.reversed_at IS NOT NULL AND NOT r.is_wholly_reversed',
    reversed: 'r.is_wholly_reversed',
  },
  sorts: {
    ...byTime('r.redeemed_at', (row: RedemptionRow) => row.redeemed_at),
    amount: amountOrder('r.currency', 'r.sale_minor', (row) => row.sale_minor),
  },
};

/** Figures of a distributor on a site. */
interface Figures {
  readonly qrs: number;
  readonly scans: number;
  readonly redemptions: number;
  readonly earned: bigint;
  readonly currency: string;
}

interface TopDistributorRow extends Figures {
  readonly distributor_id: string;
  readonly blocked: boolean;
  readonly place: string;
}

/**
 * The distributors who own QRs of the sites or have earned there, with their figures per site. `sites` yields site ids. Reads
 * site by site: a join would read the QRs of all tenants.
 */
const figuresOn = (sites: string) => `
  WITH of_sites AS (${sites}),
  owned AS (
    SELECT of_sites.site_id, of_site.* FROM of_sites CROSS JOIN LATERAL (
      SELECT owner_id AS distributor_id, count(*)::integer AS qrs, sum(total_scans)::integer AS scans,
        sum(total_redemptions)::integer AS redemptions
      FROM read_models.qrs q WHERE q.site_id = of_sites.site_id AND owner_id IS NOT NULL GROUP BY owner_id) of_site),
  earned AS (
    SELECT of_sites.site_id, of_site.* FROM of_sites CROSS JOIN LATERAL (
      SELECT distributor_id, sum(earned_minor)::bigint AS earned
      FROM read_models.earnings e WHERE e.site_id = of_sites.site_id GROUP BY distributor_id) of_site),
  figures AS (
    SELECT site_id, distributor_id, coalesce(qrs, 0) AS qrs, coalesce(scans, 0) AS scans,
      coalesce(redemptions, 0) AS redemptions, coalesce(earned, 0)::bigint AS earned
    FROM owned FULL JOIN earned USING (site_id, distributor_id))`;

/** Above any number of scans, so that scans decide between distributors who have earned the same. */
const SCANS_STEP = '10000000000';

/** The distributors of the site `:scope`, most earned first, then by scans. */
export const TOP_DISTRIBUTORS: Listing<TopDistributorRow> = {
  columns: `d.distributor_id, d.qrs, d.scans, d.redemptions, d.earned, d.place::text AS place, s.currency,
    EXISTS (SELECT 1 FROM read_models.site_blocks b WHERE b.site_id = :scope::uuid
            AND b.distributor_id = d.distributor_id AND b.is_blocked) AS blocked`,
  from: `(${figuresOn('SELECT :scope::uuid AS site_id')} SELECT *, -(earned * ${SCANS_STEP}::numeric + scans) AS place FROM figures) AS d
    JOIN read_models.sites s ON s.site_id = :scope::uuid`,
  id: 'd.distributor_id',
  idType: 'text',
  idOf: (row) => row.distributor_id,
  text: hundredthsSql('d.earned'),
  kept: ['d.distributor_id'],
  isComputed: true,
  filters: {},
  sorts: { amount: { by: 'd.place', type: 'numeric', descending: false, of: (row) => row.place } },
};

interface StandingRow extends Figures {
  readonly site_id: string;
  readonly site_name: string;
  readonly rank: number;
  readonly distributors: number;
}

/** The rank of a distributor on each of its sites, best ranks first. Equal figures share a rank. */
export function standingsOf(pool: Pool, distributorId: string, limit: number): Promise<readonly StandingRow[]> {
  const sites = `SELECT site_id FROM read_models.qrs WHERE owner_id = :distributorId
    UNION SELECT site_id FROM read_models.earnings WHERE distributor_id = :distributorId`;
  return select<StandingRow>(
    pool,
    `${figuresOn(sites)},
     ranked AS (
       SELECT figures.*, rank() OVER (PARTITION BY site_id ORDER BY earned DESC, scans DESC)::integer AS rank,
         count(*) OVER (PARTITION BY site_id)::integer AS distributors
       FROM figures)
     SELECT ranked.site_id, s.name AS site_name, s.currency, rank, distributors, qrs, scans, redemptions, earned
     FROM ranked JOIN read_models.sites s USING (site_id) WHERE distributor_id = :distributorId
     ORDER BY rank, s.name COLLATE ${NAME_COLLATION}, site_id LIMIT :limit`,
    { distributorId, limit },
  );
}
