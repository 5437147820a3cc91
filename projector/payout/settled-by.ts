import type { EventData } from '@perktree/contracts/catalogue/events';
import { toMinor } from '@perktree/contracts/kernel/money';
import type { Moment } from '../engine/live/projection.ts';

/** Columns of a new row that stands for a payee's entries. */
export const columnsOfEntries = (
  data: EventData<'PayoutGenerated' | 'BalanceWrittenOff' | 'EntriesCombined'>,
  { at }: Pick<Moment, 'at'>,
) => ({
  site_id: data.siteId,
  tenant_id: data.tenantId,
  distributor_id: data.distributorId,
  currency: data.currency,
  amount_minor: toMinor(data.amount, data.currency),
  entry_count: data.entryIds.length,
  created_at: at,
});

/** Columns about the settlement of an entry or a combined entry. */
interface Settled {
  readonly payout_id: string | null;
  readonly paid_at: string | null;
  readonly written_off: boolean;
}

/** Of events that name entries. */
export const entryKeys = (data: { readonly entryIds: readonly string[] }) => data.entryIds;

/** Handlers by which payouts and write-offs update the rows of their `entryIds`: the keys of the read model are `entryKeys`. */
export function settledBy<Row extends Settled>() {
  /** A failed, cancelled or returned payout frees its entries. */
  const returned = (row: Row | null) => row && { ...row, payout_id: null, paid_at: null };
  return {
    PayoutGenerated: (row: Row | null, { payoutId }: { payoutId: string }) => row && { ...row, payout_id: payoutId },
    PayoutPaid: (row: Row | null, { payoutId }: { payoutId: string }, { at }: Moment) =>
      row && { ...row, payout_id: payoutId, paid_at: at },
    PayoutFailed: returned,
    PayoutCancelled: returned,
    PayoutReturned: returned,
    BalanceWrittenOff: (row: Row | null, { writeOffId }: { writeOffId: string }) =>
      row && { ...row, payout_id: writeOffId, written_off: true },
  };
}
