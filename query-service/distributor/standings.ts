import { NAME_COLLATION } from '@perktree/contracts/catalogue/read-models';
import { distributorCalls, type TopDistributorAnswer } from '@perktree/contracts/distributor/calls';
import { csvColumns } from '@perktree/contracts/kernel/csv-columns';
import { type Currency, fromMinor } from '@perktree/contracts/kernel/money';
import { DELETED_USER, personName } from '@perktree/contracts/kernel/person-name';
import { mountCall } from '@perktree/platform/http/mount-call';
import { select } from '@perktree/platform/postgres/select';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import type { QueryServiceDeps } from '../engine/deps.ts';
import { hundredthsSql, type Listing } from '../engine/listing/listing.ts';
import { mountListing } from '../engine/listing/mount-listing.ts';
import { ofReadableSite } from '../engine/scope.ts';

interface Figures {
  readonly qrs: number;
  readonly scans: number;
  readonly redemptions: number;
  readonly earned: bigint;
  readonly currency: Currency;
}

interface TopDistributorRow extends Figures {
  readonly site_id: string;
  readonly site_name: string;
  readonly distributorId: string;
  readonly isBlocked: boolean;
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
  columns: `d.distributor_id AS "distributorId", d.qrs, d.scans, d.redemptions, d.earned, d.place::text AS place, s.currency, s.site_id,
    s.name AS site_name,
    EXISTS (SELECT 1 FROM read_models.site_blocks b WHERE b.site_id = :scope::uuid
            AND b.distributor_id = d.distributor_id AND b.is_blocked) AS "isBlocked"`,
  from: `(${figuresOn('SELECT :scope::uuid AS site_id')} SELECT *, -(earned * ${SCANS_STEP}::numeric + scans) AS place FROM figures) AS d
    JOIN read_models.sites s ON s.site_id = :scope::uuid`,
  id: 'd.distributor_id',
  idType: 'text',
  idOf: (row) => row.distributorId,
  text: hundredthsSql('d.earned'),
  textIds: ['d.distributor_id'],
  isComputed: true,
  sorts: { amount: { by: 'd.place', type: 'numeric', descending: false, of: (row) => row.place } },
};

interface StandingRow extends Figures {
  readonly siteId: string;
  readonly siteName: string;
  readonly rank: number;
  readonly distributors: number;
}

/** The rank of a distributor on each of its sites, best ranks first. Equal figures share a rank. */
function standingsOf(pool: Pool, distributorId: string, limit: number): Promise<readonly StandingRow[]> {
  const sites = `SELECT site_id FROM read_models.qrs WHERE owner_id = :distributorId
    UNION SELECT site_id FROM read_models.earnings WHERE distributor_id = :distributorId`;
  return select<StandingRow>(
    pool,
    `${figuresOn(sites)},
     ranked AS (
       SELECT figures.*, rank() OVER (PARTITION BY site_id ORDER BY earned DESC, scans DESC)::integer AS rank,
         count(*) OVER (PARTITION BY site_id)::integer AS distributors
       FROM figures)
     SELECT ranked.site_id AS "siteId", s.name AS "siteName", s.currency, rank, distributors, qrs, scans, redemptions, earned
     FROM ranked JOIN read_models.sites s USING (site_id) WHERE distributor_id = :distributorId
     ORDER BY rank, s.name COLLATE ${NAME_COLLATION}, site_id LIMIT :limit`,
    { distributorId, limit },
  );
}

type TopFileRow = TopDistributorAnswer & Partial<Pick<TopDistributorRow, 'site_id' | 'site_name'>>;

const topDistributorsCsv = csvColumns<TopFileRow>([
  ['Distributor ID', 'ID del distribuidor', (row) => row.distributorId],
  ['Distributor', 'Distribuidor', (row, _, language) => personName(row.name, language)],
  ['QRs claimed now', 'QR reclamados ahora', (row) => row.qrs],
  ['Scans of these QRs', 'Escaneos de estos QR', (row) => row.scans],
  ['Redemptions of these QRs', 'Canjes de estos QR', (row) => row.redemptions],
  ['Commission of all time', 'Comisión total', (row) => row.commission, 'number'],
  ['Currency', 'Moneda', (row) => row.currency],
  ['Site ID', 'ID del sitio', (row) => row.site_id ?? null],
  ['Site', 'Sitio', (row) => row.site_name ?? null],
]);

/** Rows of a page of the top distributors that is requested without `limit`. */
const TOP = 20;
const MAX_STANDINGS = 50;

/** The distributors of a site by what they earned, and a distributor's own rank. */
export function mountStandings(app: FastifyInstance, deps: QueryServiceDeps): void {
  const { pool, authenticate, accounts } = deps;

  mountListing(app, deps, distributorCalls.topDistributors, {
    listing: TOP_DISTRIBUTORS,
    scopeOf: ofReadableSite(pool, 's.site_id'),
    itemsOf: async (rows) => {
      const names = await accounts.displayNames(rows.map((row) => row.distributorId));
      return rows.map(({ earned, place: _, site_id: __, site_name: ___, ...row }) => {
        const name = names.get(row.distributorId) ?? DELETED_USER;
        return { ...row, name, commission: fromMinor(earned, row.currency) };
      });
    },
    csv: topDistributorsCsv,
    pageLength: TOP,
  });

  mountCall(app, authenticate, distributorCalls.ownStandings, async ({ session }) => {
    const rows = await standingsOf(pool, session.userId, MAX_STANDINGS);
    return { answer: rows.map(({ earned, ...row }) => ({ ...row, commission: fromMinor(earned, row.currency) })) };
  });
}
