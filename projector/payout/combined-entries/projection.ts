import { defineProjection } from '../../engine/live/projection.ts';
import { BY_POSITION, type RowOf, readModelTable } from '../../engine/tables/read-model-table.ts';
import { columnsOfEntries, entryKeys, settledBy } from '../settled-by.ts';

/** Sums that replace entries in a payout when there are too many entries for one event. */
const combinedEntriesTable = readModelTable({
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

export const combinedEntries = defineProjection({
  table: combinedEntriesTable,
  version: 1,
  keys: entryKeys,
  on: {
    EntriesCombined: {
      createsRows: true,
      keys: (data) => [data.combinedId],
      evolve: (_row, data, moment) => ({
        combined_id: data.combinedId,
        ...columnsOfEntries(data, moment),
        payout_id: null,
        paid_at: null,
        written_off: false,
      }),
    },
    ...settledBy<RowOf<typeof combinedEntriesTable>>(),
  },
});
