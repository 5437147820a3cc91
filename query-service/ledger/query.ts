import type { ReadModelRow } from '@perktree/contracts/catalogue/read-models';
import { LEDGER_STATES } from '@perktree/contracts/ledger/calls';
import type { Session } from '@perktree/platform/http/session';
import { select } from '@perktree/platform/postgres/select';
import type { Pool } from 'pg';
import { amountOrder, byTime, hundredthsSql, type Listing, type ListScope } from '../engine/listing/listing.ts';
import { roleAmong } from '../engine/scope.ts';
import { zoneSql } from '../engine/time-zones.ts';

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
const ofSum = (column: string) =>
  `(SELECT c.${column} FROM read_models.combined_entries c WHERE c.combined_id = e.combined_id)`;
const IS_ORIGIN_REVERSED =
  '(SELECT o.reversed FROM read_models.ledger_entries o WHERE o.entry_id = e.reverses_entry_id)';

/** The unsettled parts of a commission entry and of its reversals sum to zero. */
const NETS_OUT = `e.combined_id IS NULL AND (
    SELECT sum(g.amount_minor) FROM read_models.ledger_entries g
    WHERE g.payout_id IS NULL AND g.combined_id IS NULL AND (g.entry_id = coalesce(e.reverses_entry_id, e.entry_id)
      OR g.reverses_entry_id = coalesce(e.reverses_entry_id, e.entry_id))) = 0`;

/** The time of an entry, by a server whose clock is ahead of this one's, may be later than `now`. */
export const hasMaturedSql = (alias: string, now: string): string =>
  `${alias}.matures_at <= greatest(${now}, ${alias}.created_at)`;

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
  WHEN ${hasMaturedSql('e', now)} THEN 'payable' ELSE 'pending' END`;

/** The ledger that a caller reads: a distributor's own, all debts of an owner's or audited sites, or everything for a superadmin. */
export interface EarningsScope {
  /** SQL condition with the parameter `:scope`. */
  readonly condition: (alias: string) => string;
  readonly value: string | null;
}

export const ledgerRole = (session: Session) =>
  roleAmong(session, ['distributor', 'site_owner', 'superadmin', 'auditor']);

export function earningsScope(session: Session): EarningsScope {
  const role = ledgerRole(session);
  const { userId, tenantId } = session;
  if (role === 'distributor') return { condition: (alias) => `${alias}.distributor_id = :scope`, value: userId };
  if (role === 'site_owner') return { condition: (alias) => `${alias}.tenant_id = :scope::uuid`, value: tenantId };
  return role === 'auditor' ? auditedScope(session) : { condition: () => ':scope::text IS NULL', value: null };
}

/** What an auditor reads, by the active role: not what the account may read as an owner. */
function auditedScope({ audits }: Session): EarningsScope {
  const tenantIds = audits === undefined ? [] : audits.tenantIds;
  if (tenantIds === null) return { condition: () => ':scope::text IS NULL', value: null };
  // One text, since the queries of an earnings scope take one.
  return {
    condition: (alias) => `${alias}.tenant_id = ANY(string_to_array(:scope, ',')::uuid[])`,
    value: tenantIds.join(','),
  };
}

/** Converts an earnings scope to that of a list. @param alias of the list's table */
export const listScope = (scope: EarningsScope, alias: string): ListScope => ({
  condition: scope.condition(alias),
  value: scope.value,
});

const STATE = ledgerStateSql(':now::timestamptz');
const IN_PAYOUT = `coalesce(e.payout_id, CASE WHEN e.combined_id IS NOT NULL THEN ${ofSum('payout_id')} END)`;

export const LEDGER: Listing<LedgerRow> = {
  columns: `e.*, ${STATE} AS state, ${IN_PAYOUT} AS in_payout,
    coalesce(e.paid_at, CASE WHEN e.combined_id IS NOT NULL THEN ${ofSum('paid_at')} END) AS payout_paid_at,
    (SELECT s.name FROM read_models.sites s WHERE s.site_id = e.site_id) AS site_name,
    (SELECT ${zoneSql('s')} FROM read_models.sites s WHERE s.site_id = e.site_id) AS site_time_zone`,
  from: 'read_models.ledger_entries e',
  id: 'e.entry_id',
  idOf: (row) => row.entry_id,
  text: `concat_ws(E'\\n', e.entry_id, e.qr_id, e.redemption_id, ${IN_PAYOUT}, ${hundredthsSql('coalesce(e.awaiting_minor, e.amount_minor)')}, ${hundredthsSql('e.percent_bp')} || '%')`,
  filters: Object.fromEntries(LEDGER_STATES.map((state) => [state, `${STATE} = '${state}'`])),
  sorts: {
    ...byTime('e.created_at', (row: LedgerRow) => row.created_at),
    amount: amountOrder(
      'e.currency',
      'coalesce(e.awaiting_minor, e.amount_minor)',
      (row) => row.awaiting_minor ?? row.amount_minor,
    ),
  },
};

export interface CurrencyTotals {
  readonly currency: string;
  readonly earned: bigint;
  readonly paid: bigint;
  readonly written_off: bigint;
  readonly this_month: bigint;
}

/**
 * Totals of a ledger by currency, highest earnings first. `this_month` is the month's commission less its own reversals:
 * reversals of earlier months' commission do not reduce it.
 * @param month when it began, ISO 8601 UTC
 */
export function totalsOf(pool: Pool, scope: EarningsScope, month: string): Promise<readonly CurrencyTotals[]> {
  return select<CurrencyTotals>(
    pool,
    `WITH of_month AS (
       SELECT b.currency, sum(b.amount_minor) AS earned
       FROM read_models.ledger_entries b LEFT JOIN read_models.ledger_entries o ON o.entry_id = b.reverses_entry_id
       WHERE ${scope.condition('b')} AND b.created_at >= :month AND coalesce(o.created_at >= :month, true)
       GROUP BY b.currency
     )
     SELECT e.currency, sum(e.earned_minor)::bigint AS earned, sum(e.paid_minor)::bigint AS paid,
       sum(e.written_off_minor)::bigint AS written_off,
       coalesce(max(m.earned), 0)::bigint AS this_month
     FROM read_models.earnings e LEFT JOIN of_month m ON m.currency = e.currency
     WHERE ${scope.condition('e')}
     GROUP BY e.currency ORDER BY earned DESC, e.currency`,
    { scope: scope.value, month },
  );
}
