import type { ShownBrand } from '@perktree/contracts/brand';
import { shownBrand } from '@perktree/contracts/http/brand-answer';
import type { PlanId } from '@perktree/contracts/plans';
import type { Pool } from 'pg';
import { brandOf } from './brand-of.ts';
import { select } from './sql.ts';

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
     WHERE b.site_id = ANY($1::uuid[])`,
    [ids],
  );
  const shown = rows.map((row) => [row.site_id, shownBrand(brandOf(row.brand), row, row.plan ?? 'free')] as const);
  return new Map(shown.flatMap(([id, brand]) => (brand ? [[id, brand] as const] : [])));
}
