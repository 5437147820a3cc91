import { BY_POSITION, readModelTable } from '../engine/tables/read-model-table.ts';

/** Sites whose owner has saved a brand. */
export const siteBrandsTable = readModelTable({
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
