import type { Session } from '@perktree/platform/http/session';
import type { Pool } from 'pg';
import type { Page } from '../page.ts';
import { roleAmong } from '../scope.ts';
import { select } from '../sql.ts';
import type { LedgerRow } from './state.ts';

/** Whose money a caller sees: its own as a distributor, what its tenant's sites owe as their owner, or everybody's. */
export interface EarningsScope {
  /** SQL condition with the parameter $1. */
  readonly condition: (alias: string) => string;
  readonly value: string | null;
}

export function earningsScope(session: Session): EarningsScope {
  const role = roleAmong(session, ['distributor', 'site_owner', 'superadmin']);
  if (role === 'distributor') return { condition: (alias) => `${alias}.distributor_id = $1`, value: session.userId };
  if (role === 'site_owner') return { condition: (alias) => `${alias}.tenant_id = $1::uuid`, value: session.tenantId };
  return { condition: () => '$1::text IS NULL', value: null };
}

/** Ledger entries, newest first. */
export function ledgerOf(
  pool: Pool,
  scope: EarningsScope,
  { limit, after }: Page<[string, string]>,
): Promise<readonly LedgerRow[]> {
  return select<LedgerRow>(
    pool,
    `SELECT e.*, o.reversed AS taken_back_wholly, o.payout_id IS NOT NULL AS taken_back_in_payout
     FROM read_models.ledger_entries e LEFT JOIN read_models.ledger_entries o ON o.entry_id = e.reverses_entry_id
     WHERE ${scope.condition('e')} AND ($2::timestamptz IS NULL OR (e.created_at, e.entry_id) < ($2, $3::uuid))
     ORDER BY e.created_at DESC, e.entry_id DESC LIMIT $4`,
    [scope.value, after?.[0], after?.[1], limit + 1],
  );
}

export interface CurrencyTotals {
  readonly currency: string;
  readonly earned: bigint;
  readonly paid: bigint;
  readonly this_month: bigint;
}

/** Totals of a ledger, the currency most was earned in first. @param month YYYY-MM in UTC */
export function totalsOf(pool: Pool, scope: EarningsScope, month: string): Promise<readonly CurrencyTotals[]> {
  return select<CurrencyTotals>(
    pool,
    `SELECT e.currency, sum(e.earned_minor)::bigint AS earned, sum(e.paid_minor)::bigint AS paid,
       coalesce(sum(e.earned_minor) FILTER (WHERE e.month = $2), 0)::bigint AS this_month
     FROM read_models.earnings e WHERE ${scope.condition('e')}
     GROUP BY e.currency ORDER BY earned DESC, e.currency`,
    [scope.value, month],
  );
}
