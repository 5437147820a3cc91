import { BY_POSITION, readModelTable } from '../read-model-table.ts';

export const combinedEntriesTable = readModelTable('combined_entries', [
  { name: 'payout', on: 'payout_id' },
  { name: 'unsettled', on: 'site_id, distributor_id', where: 'payout_id IS NULL' },
  BY_POSITION,
]);
