import { readModelTable } from '../read-model-table.ts';

export const earningsTable = readModelTable(
  'earnings',
  [
    { name: 'distributor', on: 'distributor_id' },
    { name: 'tenant', on: 'tenant_id' },
    { name: 'site', on: 'site_id' },
  ],
  // Every redemption of a month adds to the same rows.
  { fillFactor: 50 },
);
