import { type Currency, fromMinor } from '@perktree/contracts/money';
import type { Pool } from 'pg';
import { select } from '../sql.ts';
import type { EarningsScope } from './query.ts';

/** What a ledger came to at a moment, in minor units. */
export interface BalanceRow {
  readonly currency: string;
  readonly earned: bigint;
  readonly taken_back: bigint;
  readonly paid: bigint;
  readonly written_off: bigint;
  readonly in_payout: bigint;
  /** Past its hold, paid out or not. */
  readonly matured: bigint;
}
export type DistributorBalanceRow = BalanceRow & { readonly distributor_id: string };

const MOST = 1_000;

/**
 * Entries and payouts each say when they were made, and payouts when they were settled: so what had been at any moment is a
 * sum over those that were there by then. $2 is the moment.
 */
const sums = (condition: string, by: string) => `
  WITH entries AS (
    SELECT ${by}, coalesce(sum(amount_minor) FILTER (WHERE reverses_entry_id IS NULL), 0) AS earned,
      coalesce(sum(amount_minor) FILTER (WHERE reverses_entry_id IS NOT NULL), 0) AS taken_back,
      coalesce(sum(amount_minor) FILTER (WHERE matures_at <= $2), 0) AS matured
    FROM read_models.ledger_entries e WHERE ${condition.replaceAll('@', 'e')} AND created_at <= $2 GROUP BY ${by}
  ), payouts AS (
    SELECT ${by}, coalesce(sum(amount_minor) FILTER (WHERE status = 'paid' AND settled_at <= $2), 0) AS paid,
      coalesce(sum(amount_minor) FILTER (WHERE status = 'written_off'), 0) AS written_off,
      coalesce(sum(amount_minor) FILTER (WHERE settled_at IS NULL OR settled_at > $2), 0) AS in_payout
    FROM read_models.payouts p WHERE ${condition.replaceAll('@', 'p')} AND created_at <= $2 GROUP BY ${by}
  )
  SELECT ${by}, coalesce(earned, 0)::bigint AS earned, coalesce(taken_back, 0)::bigint AS taken_back,
    coalesce(matured, 0)::bigint AS matured, coalesce(paid, 0)::bigint AS paid,
    coalesce(written_off, 0)::bigint AS written_off, coalesce(in_payout, 0)::bigint AS in_payout
  FROM entries FULL JOIN payouts USING (${by})`;

/** By currency. @param asOf ISO 8601 UTC */
export function balancesOf(pool: Pool, scope: EarningsScope, asOf: string): Promise<readonly BalanceRow[]> {
  return select<BalanceRow>(pool, `${sums(scope.condition('@'), 'currency')} ORDER BY currency`, [scope.value, asOf]);
}

/** Of a site: by currency, and by distributor, those who were owed most first. */
export function siteBalancesOf(
  pool: Pool,
  siteId: string,
  asOf: string,
): Promise<[readonly BalanceRow[], readonly DistributorBalanceRow[]]> {
  const ofSite = (by: string) => sums('@.site_id = $1', by);
  return Promise.all([
    select<BalanceRow>(pool, `${ofSite('currency')} ORDER BY currency`, [siteId, asOf]),
    select<DistributorBalanceRow>(
      pool,
      `SELECT * FROM (${ofSite('distributor_id, currency')}) AS balances
       ORDER BY currency, earned + taken_back - paid - written_off DESC, distributor_id LIMIT ${MOST}`,
      [siteId, asOf],
    ),
  ]);
}

/** What is asked for; what is left out or still to come is now. */
export function momentOf(asOf: string | undefined, now: Date): string {
  return new Date(Math.min(asOf === undefined ? now.getTime() : Date.parse(asOf), now.getTime())).toISOString();
}

export function balanceAnswer(row: BalanceRow) {
  const { currency, earned, taken_back, paid, written_off, in_payout, matured } = row;
  const amount = (minor: bigint) => fromMinor(minor, currency as Currency);
  return {
    currency: currency as Currency,
    ...{ earned: amount(earned), takenBack: amount(taken_back), paidOut: amount(paid) },
    ...{ writtenOff: amount(written_off), inPayout: amount(in_payout) },
    owed: amount(earned + taken_back - paid - written_off),
    payable: amount(matured - paid - written_off - in_payout),
  };
}
