import { toMinor } from '@perktree/contracts/kernel/money';
import { defineProjection } from '../../engine/live/projection.ts';
import type { RowOf } from '../../engine/tables/read-model-table.ts';
import { settledBy } from '../settled-by.ts';
import { combinedEntriesTable } from './table.ts';

export const combinedEntries = defineProjection({
  table: combinedEntriesTable,
  version: 1,
  on: {
    EntriesCombined: {
      createsRows: true,
      keys: (data) => [data.combinedId],
      evolve: (_row, data, { at }) => ({
        combined_id: data.combinedId,
        site_id: data.siteId,
        tenant_id: data.tenantId,
        distributor_id: data.distributorId,
        currency: data.currency,
        amount_minor: toMinor(data.amount, data.currency),
        entry_count: data.entryIds.length,
        created_at: at,
        payout_id: null,
        paid_at: null,
        written_off: false,
      }),
    },
    ...settledBy<RowOf<typeof combinedEntriesTable>>(),
  },
});
