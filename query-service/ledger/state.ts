import type { LEDGER_STATES } from '@perktree/contracts/http/earnings';
import type { ReadModelRow } from '@perktree/contracts/read-models';

export type LedgerState = (typeof LEDGER_STATES)[number];

/** An entry with its state. */
export type LedgerRow = ReadModelRow<'ledger_entries'> & { readonly state: LedgerState };

/** Entries `e`; of a compensating entry, `o` is the one that it takes back. */
export const LEDGER_FROM = `read_models.ledger_entries e
  LEFT JOIN read_models.ledger_entries o ON o.entry_id = e.reverses_entry_id`;

/**
 * The state of an entry at a time (domain.md 9), so that Postgres can filter and count by it. An entry that is wholly taken
 * back before any payout is `reversed` together with what takes it back; after one, it stays paid, and its compensating
 * entries count against the next.
 */
export const ledgerStateSql = (now: string): string => `CASE
  WHEN e.paid_at IS NOT NULL THEN 'paid'
  WHEN e.payout_id IS NOT NULL THEN 'in_payout'
  WHEN e.reversed OR (o.reversed AND o.payout_id IS NULL) THEN 'reversed'
  WHEN e.awaiting_until > ${now} THEN 'awaiting_confirmation'
  WHEN e.awaiting_until IS NOT NULL THEN 'lapsed'
  WHEN e.matures_at <= ${now} THEN 'payable' ELSE 'pending' END`;
