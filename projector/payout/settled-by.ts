import type { Handlers, Moment } from '../engine/live/projection.ts';

/** Columns about the settlement of an entry or a combined entry. */
interface Settled {
  readonly payout_id: string | null;
  readonly paid_at: string | null;
  readonly written_off: boolean;
}

const entryKeys = (data: { entryIds: readonly string[] }) => data.entryIds;

/** Handlers by which payouts and write-offs update the rows of their `entryIds`. */
export function settledBy<Row extends Settled>() {
  /** A failed, cancelled or returned payout frees its entries. */
  const returned = {
    keys: entryKeys,
    evolve: (row: Row | null) => row && { ...row, payout_id: null, paid_at: null },
  };
  return {
    PayoutGenerated: {
      keys: entryKeys,
      evolve: (row: Row | null, data: { payoutId: string }) => row && { ...row, payout_id: data.payoutId },
    },
    PayoutPaid: {
      keys: entryKeys,
      evolve: (row: Row | null, data: { payoutId: string }, { at }: Moment) =>
        row && { ...row, payout_id: data.payoutId, paid_at: at },
    },
    PayoutFailed: returned,
    PayoutCancelled: returned,
    PayoutReturned: returned,
    BalanceWrittenOff: {
      keys: entryKeys,
      evolve: (row: Row | null, data: { writeOffId: string }) =>
        row && { ...row, payout_id: data.writeOffId, written_off: true },
    },
  } satisfies Handlers<Row>;
}
