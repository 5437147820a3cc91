import type { ReadModelRow } from '@perktree/contracts/catalogue/read-models';
import { byName, hundredthsSql, type Listing, type SortOrder } from '../engine/listing/listing.ts';
import { siteZoneColumn } from '../engine/time-zones.ts';
import { mineSql, ownRootSql, QR_COLUMNS, type QrRow } from './qr-row.ts';

export type LabelRow = SortedRow & {
  readonly currency: string;
  readonly design: string | null;
  readonly site_name: string;
  readonly site_time_zone: string;
};
type SortedRow = ReadModelRow<'qrs'>;
export type ListedQrRow = QrRow & SortedRow;
/** `path`: the QRs above it that the caller may read, from the top, as JSON of {id, name}. */
export type FoundQrRow = ListedQrRow & { readonly path: string };

const by = (sql: string, of: (row: SortedRow) => number | bigint): SortOrder<SortedRow> => ({
  by: sql,
  type: 'bigint',
  descending: true,
  of: (row) => String(of(row)),
});

const SORTS = {
  newest: by('q.made_order', (row) => row.made_order),
  name: byName('q.name'),
  scans: by('q.total_scans', (row) => row.total_scans),
  redemptions: by('q.total_redemptions', (row) => row.total_redemptions),
  commission: by('q.commission_bp', (row) => row.commission_bp),
} as const satisfies Record<string, SortOrder<SortedRow>>;

const EXPIRED = 'q.expires_at <= :now::timestamptz';
const FULL = 'coalesce(q.period_redemptions >= q.max_redemptions, false)';

/** The rows of a list of QRs. Searches find the texts of a row in English and Spanish. */
const QRS = {
  columns: `${QR_COLUMNS}, ${siteZoneColumn(null)}`,
  from: 'read_models.qrs q JOIN read_models.sites s ON s.site_id = q.site_id',
  id: 'q.qr_id',
  idOf: (row: SortedRow) => row.qr_id,
  filters: {
    usable: `q.is_active AND NOT (${EXPIRED}) AND NOT ${FULL}`,
    expired: EXPIRED,
    full: FULL,
    inactive: 'NOT q.is_active',
    claimed: 'q.owner_id IS NOT NULL',
    unclaimed: 'q.owner_id IS NULL',
  },
  sorts: SORTS,
};

const text = (...more: readonly string[]) => `concat_ws(E'\\n', q.name, ${more.map((sql) => `${sql}, `).join('')}
  trim_scale(q.discount_percent) || '% discount descuento', trim_scale(q.discount_fixed_amount) || ' off descuento', q.discount_fixed_amount,
  q.text_reward, ${hundredthsSql('q.commission_bp')} || '%', CASE WHEN q.is_active THEN '' ELSE 'inactive inactivo' END,
  CASE WHEN q.owner_id IS NULL THEN 'not claimed sin reclamar' ELSE 'claimed reclamado' END)`;

/** Distinct values of a column in a site, by one look-up each in an index on (site_id, column). */
const distinctSql = (column: string) => `(
  WITH RECURSIVE ids AS (
    SELECT min(${column}) AS id FROM read_models.qrs WHERE site_id = :scope::uuid
    UNION ALL
    SELECT (SELECT min(${column}) FROM read_models.qrs WHERE site_id = :scope::uuid AND ${column} > ids.id)
    FROM ids WHERE ids.id IS NOT NULL)
  SELECT id FROM ids WHERE id IS NOT NULL)`;

const OF_SITE: Listing<SortedRow> = {
  ...QRS,
  text: text('q.internal_name'),
  textIds: ['q.owner_id', 'q.created_by'],
  allTextIds: `${distinctSql('owner_id')} UNION ${distinctSql('created_by')}`,
};

/** More than the `made_order` of any QR, so that rows sort by level first. */
const LEVEL_STEP = 10n ** 16n;

const BY_DEPTH: SortOrder<SortedRow> = {
  by: `(q.depth * ${LEVEL_STEP} - q.made_order)`,
  type: 'bigint',
  descending: false,
  of: (row) => String(BigInt(row.depth) * LEVEL_STEP - row.made_order),
};

const OF_DISTRIBUTOR: Listing<SortedRow> = {
  ...QRS,
  text: text(),
  filters: { ...QRS.filters, mine: 'q.owner_id = :scope' },
  sorts: { depth: BY_DEPTH, ...SORTS },
};

/** QRs of a site. `:scope` is its id. */
export const SITE_QRS: Listing<ListedQrRow> = OF_SITE;
/** QRs that a distributor has claimed or made, and their descendants. `:scope` is the distributor's id. */
export const OWN_QRS: Listing<ListedQrRow> = OF_DISTRIBUTOR;

/** The condition of `OWN_QRS`. */
export const OWN_CONDITION = `q.qr_id IN (WITH RECURSIVE ${mineSql(':scope')} SELECT qr_id FROM mine)`;

/** @param isTop SQL condition on a QR `p`: the path begins at the highest one that meets it; null: at the root */
const pathSql = (isTop: string | null) => `(
  WITH RECURSIVE above AS (
    SELECT p.qr_id, p.parent_qr_id, p.name, 1 AS height, ${isTop ?? 'true'} AS is_top
    FROM read_models.qrs p WHERE p.qr_id = q.parent_qr_id
    UNION ALL
    SELECT p.qr_id, p.parent_qr_id, p.name, above.height + 1, ${isTop ?? 'true'}
    FROM above JOIN read_models.qrs p ON p.qr_id = above.parent_qr_id)
  SELECT coalesce(json_agg(json_build_object('id', qr_id, 'name', name) ORDER BY height DESC)
    FILTER (WHERE height <= (SELECT max(height) FROM above WHERE is_top)), '[]')::text FROM above) AS path`;

const withPath = (listing: Listing<SortedRow>, isTop: string | null): Listing<FoundQrRow> => ({
  ...listing,
  columns: `${listing.columns}, ${pathSql(isTop)}`,
});
export const SITE_QRS_WITH_PATHS = withPath(OF_SITE, null);
export const OWN_QRS_WITH_PATHS = withPath(
  { ...OF_DISTRIBUTOR, sorts: { ...SORTS, depth: BY_DEPTH } },
  `(p.owner_id = :scope OR ${ownRootSql('p.', ':scope')})`,
);

const forLabels = (listing: Listing<SortedRow>): Listing<LabelRow> => ({
  ...listing,
  columns: `q.*, s.currency, s.name AS site_name, ${siteZoneColumn(null)}, coalesce(
    (SELECT design FROM read_models.qr_designs WHERE subject_id = q.root_qr_id),
    (SELECT design FROM read_models.qr_designs WHERE subject_id = q.site_id)) AS design`,
});
export const SITE_LABELS = forLabels(OF_SITE);
export const OWN_LABELS = forLabels(OF_DISTRIBUTOR);
