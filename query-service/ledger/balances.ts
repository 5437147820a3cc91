import { type Currency, fromMinor } from '@perktree/contracts/kernel/money';
import { owedOf } from '@perktree/contracts/ledger/movements';
import { select } from '@perktree/platform/postgres/select';
import type { Pool } from 'pg';
import { CURRENCY_STEP, hundredthsSql, type Listing, type ListScope } from '../engine/listing/listing.ts';
import { type EarningsScope, hasMaturedSql } from './query.ts';

/** The balances of a ledger at a moment, in minor units. */
interface BalanceRow {
  readonly currency: string;
  readonly earned: bigint;
  readonly taken_back: bigint;
  readonly paid: bigint;
  readonly written_off: bigint;
  readonly in_payout: bigint;
  /** Commission past its hold, whether paid out or not. */
  readonly matured: bigint;
}
export type DistributorBalanceRow = BalanceRow & {
  readonly distributor_id: string;
  readonly balance_id: string;
  readonly place: bigint;
};

/**
 * Entries and payouts have a creation time, and payouts a settlement time, so a past balance is a sum over the rows
 * that existed by then.
 * @param asOf SQL of the moment
 * @param until SQL of the moment up to which rows count
 */
const sums = (condition: (alias: string) => string, by: string, { asOf, until }: { asOf: string; until: string }) => `
  WITH entries AS (
    SELECT ${by}, coalesce(sum(amount_minor) FILTER (WHERE reverses_entry_id IS NULL), 0) AS earned,
      coalesce(sum(amount_minor) FILTER (WHERE reverses_entry_id IS NOT NULL), 0) AS taken_back,
      coalesce(sum(amount_minor) FILTER (WHERE ${hasMaturedSql('e', asOf)}), 0) AS matured
    FROM read_models.ledger_entries e WHERE ${condition('e')} AND created_at <= ${until} GROUP BY ${by}
  ), payouts AS (
    SELECT ${by}, coalesce(sum(amount_minor) FILTER (WHERE paid_at <= ${until} AND (status <> 'returned' OR settled_at > ${until})), 0) AS paid,
      coalesce(sum(amount_minor) FILTER (WHERE status = 'written_off'), 0) AS written_off,
      coalesce(sum(amount_minor) FILTER (WHERE coalesce(paid_at, settled_at, 'infinity') > ${until}), 0) AS in_payout
    FROM read_models.payouts p WHERE ${condition('p')} AND created_at <= ${until} GROUP BY ${by}
  )
  SELECT ${by}, coalesce(earned, 0)::bigint AS earned, coalesce(taken_back, 0)::bigint AS taken_back,
    coalesce(matured, 0)::bigint AS matured, coalesce(paid, 0)::bigint AS paid,
    coalesce(written_off, 0)::bigint AS written_off, coalesce(in_payout, 0)::bigint AS in_payout
  FROM entries FULL JOIN payouts USING (${by})`;

/** Balances by currency. */
export function balancesOf(pool: Pool, scope: EarningsScope, moment: BalanceMoment): Promise<readonly BalanceRow[]> {
  const totals = sums(scope.condition, 'currency', { asOf: ':asOf::timestamptz', until: ':until::timestamptz' });
  return select<BalanceRow>(pool, `${totals} ORDER BY currency`, { scope: scope.value, ...moment });
}

/** What is owed now, from the monthly sums. Currencies in which nothing is owed are left out. */
export async function openBalancesOf(
  pool: Pool,
  scope: EarningsScope,
): Promise<readonly { readonly currency: Currency; readonly owed: string }[]> {
  const rows = await select<{ currency: Currency; owed: bigint }>(
    pool,
    `SELECT currency, sum(earned_minor - paid_minor - written_off_minor)::bigint AS owed
     FROM read_models.earnings e WHERE ${scope.condition('e')} GROUP BY currency ORDER BY currency`,
    { scope: scope.value },
  );
  return rows
    .filter(({ owed }) => owed !== 0n)
    .map(({ currency, owed }) => ({ currency, owed: fromMinor(owed, currency) }));
}

export const siteEarnings = (siteId: string): EarningsScope => ({
  condition: (alias) => `${alias}.site_id = :scope`,
  value: siteId,
});

/** What the site owes, as `owedOf` of contracts/ledger/movements.ts. */
const OWED = 'earned + taken_back - paid - written_off';
const PAYABLE = 'matured - paid - written_off - in_payout';
const ON_HOLD = 'earned + taken_back - matured';

/** Balances of a site by distributor and currency, largest debt first. Requires a scope of `siteBalancesScope`. */
export const SITE_BALANCES: Listing<DistributorBalanceRow> = {
  columns: 'b.*',
  from: `(
    SELECT sums.*, distributor_id || ' ' || currency AS balance_id, ascii(currency) * ${CURRENCY_STEP} - (${OWED}) AS place
    FROM (${sums((alias) => `${alias}.site_id = (:scope::text[])[1]::uuid`, 'distributor_id, currency', {
      asOf: '(:scope::text[])[2]::timestamptz',
      until: '(:scope::text[])[3]::timestamptz',
    })}) AS sums
  ) AS b`,
  id: 'b.balance_id',
  idType: 'text',
  idOf: (row) => row.balance_id,
  text: `concat_ws(E'\\n', b.currency, ${[OWED, PAYABLE, ON_HOLD, 'in_payout'].map((sum) => hundredthsSql(sum)).join(', ')})`,
  textIds: ['b.distributor_id'],
  allTextIds:
    'SELECT DISTINCT distributor_id AS id FROM read_models.earnings WHERE site_id = (:scope::text[])[1]::uuid',
  isComputed: true,
  filters: {
    unpayable: `${PAYABLE} < 0 OR b.distributor_id = ANY((:scope::text[])[4:]) AND (${PAYABLE} > 0 OR ${ON_HOLD} <> 0)`,
  },
  sorts: { amount: { by: 'b.place', type: 'bigint', descending: false, of: (row) => String(row.place) } },
};

/** @param erased ids of distributors whose account was deleted: what they are owed is unpayable */
export const siteBalancesScope = (
  siteId: string,
  { asOf, until }: BalanceMoment,
  erased: Iterable<string> = [],
): ListScope => ({
  condition: ':scope::text[] IS NOT NULL',
  value: [siteId, asOf, until, ...erased],
});

/** Ids of all distributors who have ever earned on a site. */
export async function distributorsOf(pool: Pool, siteId: string): Promise<readonly string[]> {
  const rows = await select<{ id: string }>(
    pool,
    'SELECT DISTINCT distributor_id AS id FROM read_models.earnings WHERE site_id = :siteId',
    { siteId },
  );
  return rows.map(({ id }) => id);
}

/** ISO 8601 UTC. */
export interface BalanceMoment {
  readonly asOf: string;
  /** Rows of later do not count. */
  readonly until: string;
}

/** After all times of events, and before the infinity of a payout that is not settled. */
const END_OF_TIME = '9999-12-31T23:59:59.999Z';

/**
 * The requested moment. Absent or in the future: now, with all rows, since the clock of the server that stored the newest ones may
 * be ahead of this one's.
 */
export function momentOf(asOf: string | undefined, now: Date): BalanceMoment {
  const isPast = asOf !== undefined && Date.parse(asOf) <= now.getTime();
  const moment = (isPast ? new Date(asOf) : now).toISOString();
  return { asOf: moment, until: isPast ? moment : END_OF_TIME };
}

export function balanceAnswer(row: BalanceRow) {
  const { currency, earned, taken_back, paid, written_off, in_payout, matured } = row;
  const amount = (minor: bigint) => fromMinor(minor, currency as Currency);
  return {
    currency: currency as Currency,
    earned: amount(earned),
    takenBack: amount(taken_back),
    paidOut: amount(paid),
    writtenOff: amount(written_off),
    inPayout: amount(in_payout),
    owed: amount(owedOf({ earned, takenBack: taken_back, paidOut: paid, writtenOff: written_off })),
    payable: amount(matured - paid - written_off - in_payout),
  };
}
