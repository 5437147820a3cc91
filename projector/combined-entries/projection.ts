import { toMinor } from '@perktree/contracts/money';
import type { ReadModelRow } from '@perktree/contracts/read-models';
import { defineProjection } from '../projection.ts';
import { settledBy } from '../settled-by.ts';
import { combinedEntriesTable } from './table.ts';

export const combinedEntries = defineProjection({
  table: combinedEntriesTable,
  version: 1,
  on: {
    EntriesCombined: {
      born: true,
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
    ...settledBy<ReadModelRow<'combined_entries'>>(),
  },
});
