import { BY_POSITION, readModelTable } from '../../engine/tables/read-model-table.ts';

/** Sums that replace entries in a payout when there are too many entries for one event. */
export const combinedEntriesTable = readModelTable({
  name: 'combined_entries',
  key: 'combined_id',
  columns: {
    combined_id: 'uuid',
    site_id: 'uuid',
    tenant_id: 'uuid',
    distributor_id: 'text',
    currency: 'text',
    amount_minor: 'bigint',
    entry_count: 'integer',
    created_at: 'timestamp',
    payout_id: 'uuid?',
    paid_at: 'timestamp?',
    written_off: 'boolean',
  },
  indexes: [
    { name: 'payout', on: 'payout_id' },
    { name: 'unsettled', on: 'site_id, distributor_id', where: 'payout_id IS NULL' },
    BY_POSITION,
  ],
});
