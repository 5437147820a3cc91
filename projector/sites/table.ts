import { BY_POSITION, readModelTable } from '../read-model-table.ts';

export const sitesTable = readModelTable('sites', [
  { name: 'tenant', on: 'tenant_id, created_at DESC, site_id DESC' },
  BY_POSITION,
]);
