import { readModelTable } from '../read-model-table.ts';

export const dailyActivityTable = readModelTable(
  'daily_activity',
  [
    { name: 'tenant', on: 'tenant_id, day' },
    { name: 'site', on: 'site_id, day' },
    { name: 'qr', on: 'qr_id, day' },
    { name: 'day', on: 'day' },
  ],
  // A QR's row changes with everything that happens to it on a day.
  { fillFactor: 70 },
);
