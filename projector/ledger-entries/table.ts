import { BY_POSITION, readModelTable } from '../read-model-table.ts';

export const ledgerEntriesTable = readModelTable('ledger_entries', [
  { name: 'distributor', on: 'distributor_id, created_at DESC, entry_id DESC' },
  { name: 'tenant', on: 'tenant_id, created_at DESC, entry_id DESC' },
  // What a payout is generated from.
  {
    name: 'unsettled',
    on: 'site_id, distributor_id',
    where: 'payout_id IS NULL AND combined_id IS NULL AND amount_minor <> 0',
  },
  // Whether what an entry takes back, or what takes it back, is settled.
  { name: 'origin', on: 'reverses_entry_id', where: 'reverses_entry_id IS NOT NULL' },
  // What was taken back in a month.
  { name: 'taken_back', on: 'tenant_id, created_at', where: 'reverses_entry_id IS NOT NULL' },
  { name: 'redemption', on: 'redemption_id' },
  BY_POSITION,
]);
