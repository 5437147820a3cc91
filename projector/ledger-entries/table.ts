import { BY_POSITION, readModelTable } from '../read-model-table.ts';

export const ledgerEntriesTable = readModelTable('ledger_entries', [
  { name: 'distributor', on: 'distributor_id, created_at DESC, entry_id DESC' },
  { name: 'tenant', on: 'tenant_id, created_at DESC, entry_id DESC' },
  // What a payout is generated from.
  { name: 'unpaid', on: 'site_id, distributor_id', where: 'payout_id IS NULL' },
  { name: 'redemption', on: 'redemption_id' },
  BY_POSITION,
]);
