import { toMinor } from '@perktree/contracts/money';
import { defineProjection, type Moment } from '../../engine/live/projection.ts';
import type { RowOf } from '../../engine/tables/read-model-table.ts';
import { payoutsTable } from './table.ts';

type PayoutRow = RowOf<typeof payoutsTable>;
const payoutKey = (data: { payoutId: string }) => [data.payoutId];
const ended = (status: 'failed' | 'cancelled') => ({
  keys: payoutKey,
  evolve: (row: PayoutRow | null, data: { payoutId: string; noteId?: string | null }, { at }: Moment) =>
    row && { ...row, status, note_id: data.noteId ?? null, settled_at: at },
});

export const payouts = defineProjection({
  table: payoutsTable,
  version: 3,
  on: {
    PayoutGenerated: {
      createsRows: true,
      keys: payoutKey,
      evolve: (_row, data, { at }) => ({
        payout_id: data.payoutId,
        site_id: data.siteId,
        tenant_id: data.tenantId,
        distributor_id: data.distributorId,
        currency: data.currency,
        amount_minor: toMinor(data.amount, data.currency),
        entry_count: data.entryIds.length,
        settlement: data.settlement,
        status: 'processing',
        reference: null,
        write_off_reason: null,
        note_id: null,
        created_at: at,
        settled_at: null,
      }),
    },
    PayoutPaid: {
      keys: payoutKey,
      evolve: (row, { reference, noteId }, { at }) =>
        row && { ...row, status: 'paid', reference, note_id: noteId, settled_at: at },
    },
    BalanceWrittenOff: {
      createsRows: true,
      keys: (data) => [data.writeOffId],
      evolve: (_row, data, { at }) => ({
        payout_id: data.writeOffId,
        site_id: data.siteId,
        tenant_id: data.tenantId,
        distributor_id: data.distributorId,
        currency: data.currency,
        amount_minor: toMinor(data.amount, data.currency),
        entry_count: data.entryIds.length,
        settlement: 'by_hand',
        status: 'written_off',
        reference: null,
        write_off_reason: data.reason,
        note_id: data.noteId,
        created_at: at,
        settled_at: at,
      }),
    },
    PayoutFailed: ended('failed'),
    PayoutCancelled: ended('cancelled'),
  },
});
