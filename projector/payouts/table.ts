import { BY_POSITION, readModelTable } from '../read-model-table.ts';

export const payoutsTable = readModelTable('payouts', [
  { name: 'site', on: 'site_id, created_at DESC, payout_id DESC' },
  { name: 'distributor', on: 'distributor_id, created_at DESC, payout_id DESC' },
  BY_POSITION,
]);
