import { defineProjection } from '../engine/live/projection.ts';
import { siteBrandsTable } from './table.ts';

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
