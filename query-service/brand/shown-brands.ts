import { shownBrand } from '@perktree/contracts/brand/answer';
import { NO_BRAND, type ShownBrand, type SiteBrand, siteBrandSchema } from '@perktree/contracts/brand/brand';
import type { PlanId } from '@perktree/contracts/subscription/plans';
import { select } from '@perktree/platform/postgres/select';
import type { Pool } from 'pg';

/** The brand in a row; null: the owner has saved none. Rows of the version before, which are read until a rebuild, have fewer fields. */
export const brandOf = (stored: string | null): SiteBrand | null =>
  stored === null ? null : siteBrandSchema.parse({ ...NO_BRAND, ...JSON.parse(stored) });

/** The brand of a customer's last 100 scans, if all have the same one, which hides the product. */
export async function brandOfCustomer(pool: Pool, customerId: string): Promise<ShownBrand | null> {
  const rows = await select<{ site_id: string }>(
    pool,
    `SELECT DISTINCT site_id FROM (
       SELECT site_id FROM read_models.scans WHERE customer_id = :customerId ORDER BY scanned_at DESC, scan_id DESC LIMIT 100) last`,
    { customerId },
  );
  const brands = await shownBrands(
    pool,
    rows.map(({ site_id }) => site_id),
  );
  const [first = null] = brands.values();
  const isFirst = ({ name, logoUrl, colour, showsProduct }: ShownBrand) =>
    !showsProduct && name === first?.name && logoUrl === first.logoUrl && colour?.light === first.colour?.light;
  return brands.size === rows.length && [...brands.values()].every(isFirst) ? first : null;
}

interface Row {
  readonly site_id: string;
  readonly name: string;
  readonly brand: string;
  readonly plan: PlanId | null;
}

/** What customers see of the brands of sites, by site; sites without a brand are left out. */
export async function shownBrands(pool: Pool, siteIds: readonly string[]): Promise<ReadonlyMap<string, ShownBrand>> {
  const ids = [...new Set(siteIds)];
  if (ids.length === 0) return new Map();
  const rows = await select<Row>(
    pool,
    `SELECT s.site_id, s.name, b.brand, p.plan FROM read_models.site_brands b
     JOIN read_models.sites s USING (site_id) LEFT JOIN read_models.plans p ON p.tenant_id = s.tenant_id
     WHERE b.site_id = ANY(:ids::uuid[])`,
    { ids },
  );
  const shown = rows.map((row) => [row.site_id, shownBrand(brandOf(row.brand), row, row.plan ?? 'free')] as const);
  return new Map(shown.flatMap(([id, brand]) => (brand ? [[id, brand] as const] : [])));
}
