import type { LEDGER_STATES } from '@perktree/contracts/http/earnings';
import type { ReadModelRow } from '@perktree/contracts/read-models';

export type LedgerState = (typeof LEDGER_STATES)[number];

/** An entry, and of a compensating entry what became of the one that it takes back. */
export type LedgerRow = ReadModelRow<'ledger_entries'> & {
  readonly taken_back_wholly: boolean | null;
  readonly taken_back_in_payout: boolean | null;
};

/**
 * The state of an entry at an instant (domain.md 9). An entry that is wholly taken back before any payout is `reversed`
 * together with what takes it back; after one, it stays paid, and its compensating entries count against the next.
 * @param now ISO 8601 UTC
 */
export function ledgerState(row: LedgerRow, now: string): LedgerState {
  if (row.paid_at !== null) return 'paid';
  if (row.payout_id !== null) return 'in_payout';
  if (row.reversed || (row.taken_back_wholly === true && row.taken_back_in_payout === false)) return 'reversed';
  return row.matures_at <= now ? 'payable' : 'pending';
}
