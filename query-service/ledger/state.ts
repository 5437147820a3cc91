import type { ReadModelRow } from '@perktree/contracts/catalogue/read-models';
import type { LEDGER_STATES } from '@perktree/contracts/ledger/calls';

export type LedgerState = (typeof LEDGER_STATES)[number];

export type LedgerRow = ReadModelRow<'ledger_entries'> & {
  readonly state: LedgerState;
  readonly site_name: string;
  readonly site_time_zone: string;
  /** Of the payout that it is in, also by a sum. */
  readonly in_payout: string | null;
  readonly payout_paid_at: string | null;
  readonly position: bigint;
};

/** Look-ups for single entries: a join would read the entries and sums of all tenants. */
export const ofSum = (column: string) =>
  `(SELECT c.${column} FROM read_models.combined_entries c WHERE c.combined_id = e.combined_id)`;
const IS_ORIGIN_REVERSED =
  '(SELECT o.reversed FROM read_models.ledger_entries o WHERE o.entry_id = e.reverses_entry_id)';

/** The unsettled parts of a commission entry and of its reversals sum to zero. */
const NETS_OUT = `e.combined_id IS NULL AND (
    SELECT sum(g.amount_minor) FROM read_models.ledger_entries g
    WHERE g.payout_id IS NULL AND g.combined_id IS NULL AND (g.entry_id = coalesce(e.reverses_entry_id, e.entry_id)
      OR g.reverses_entry_id = coalesce(e.reverses_entry_id, e.entry_id))) = 0`;

/**
 * SQL of an entry's state at a time, by which Postgres filters and counts. An entry that is wholly reversed before any of it
 * is settled is `reversed`, and so are its reversals. If one of them is in a payout, the others are payable: they count in
 * the next payout.
 */
export const ledgerStateSql = (now: string): string => `CASE
  WHEN e.written_off OR (e.combined_id IS NOT NULL AND ${ofSum('written_off')}) THEN 'written_off'
  WHEN e.paid_at IS NOT NULL OR (e.combined_id IS NOT NULL AND ${ofSum('paid_at')} IS NOT NULL) THEN 'paid'
  WHEN e.payout_id IS NOT NULL OR (e.combined_id IS NOT NULL AND ${ofSum('payout_id')} IS NOT NULL) THEN 'in_payout'
  WHEN (e.reversed OR (e.reverses_entry_id IS NOT NULL AND ${IS_ORIGIN_REVERSED})) AND ${NETS_OUT} THEN 'reversed'
  WHEN e.awaiting_until > ${now} THEN 'awaiting_confirmation'
  WHEN e.awaiting_until IS NOT NULL THEN 'lapsed'
  WHEN e.matures_at <= ${now} THEN 'payable' ELSE 'pending' END`;
