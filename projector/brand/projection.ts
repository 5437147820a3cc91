import { defineProjection } from '../engine/live/projection.ts';
import { BY_POSITION, readModelTable } from '../engine/tables/read-model-table.ts';

/** Sites whose owner has saved a brand. */
const siteBrandsTable = readModelTable({
  name: 'site_brands',
  key: 'site_id',
  columns: {
    site_id: 'uuid',
    tenant_id: 'uuid',
    /** JSON of siteBrandSchema. */
    brand: 'text',
  },
  indexes: [BY_POSITION],
});

export const siteBrands = defineProjection({
  table: siteBrandsTable,
  version: 2,
  on: {
    SiteBranded: {
      keys: ({ siteId }) => [siteId],
      evolve: (_row, { siteId, tenantId, brand }) => ({
        site_id: siteId,
        tenant_id: tenantId,
        brand: JSON.stringify(brand),
      }),
    },
  },
});
