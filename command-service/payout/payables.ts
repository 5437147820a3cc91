import type { Currency } from '@perktree/contracts/money';
import { READ_MODEL_SCHEMA } from '@perktree/contracts/read-models';
import type { Pool } from 'pg';
import type { PayableEntry } from './decide-generate.ts';

const ENTRIES = `${READ_MODEL_SCHEMA}.ledger_entries`;

/** What a distributor may be owed by a site in one currency. */
export interface Payable {
  readonly distributorId: string;
  readonly currency: Currency;
  /** Oldest first. */
  readonly entries: readonly PayableEntry[];
}

/**
 * The unpaid entries of a site that have matured, by distributor and currency. What takes an entry back counts as soon as
 * that entry does. An entry that was wholly taken back before anybody paid any of it is left out with what took it back:
 * together they are nothing.
 * @param maturedBy ISO 8601 UTC
 */
export async function findPayables(pool: Pool, siteId: string, maturedBy: string): Promise<readonly Payable[]> {
  const { rows } = await pool.query<{
    distributor_id: string;
    currency: Currency;
    entry_id: string;
    amount_minor: string;
  }>(
    `WITH unpaid AS (
       SELECT entry.*, coalesce(origin.matures_at, entry.matures_at) AS counts_from,
         sum(entry.amount_minor) OVER origin_group AS left_over,
         bool_or(coalesce(origin.reversed, entry.reversed)) OVER origin_group AS is_reversed
       FROM ${ENTRIES} entry
       LEFT JOIN ${ENTRIES} origin ON origin.entry_id = entry.reverses_entry_id
       WHERE entry.site_id = $1 AND entry.payout_id IS NULL AND entry.awaiting_until IS NULL
       WINDOW origin_group AS (PARTITION BY coalesce(entry.reverses_entry_id, entry.entry_id))
     )
     SELECT distributor_id, currency, entry_id, amount_minor FROM unpaid
     WHERE counts_from <= $2 AND NOT (is_reversed AND left_over = 0)
     ORDER BY distributor_id, currency, created_at, entry_id`,
    [siteId, maturedBy],
  );
  const payables = new Map<string, { distributorId: string; currency: Currency; entries: PayableEntry[] }>();
  for (const { distributor_id: distributorId, currency, entry_id: entryId, amount_minor } of rows) {
    const key = `${currency} ${distributorId}`;
    const payable = payables.get(key) ?? { distributorId, currency, entries: [] };
    payable.entries.push({ entryId, amountMinor: BigInt(amount_minor) });
    payables.set(key, payable);
  }
  return [...payables.values()];
}

/** Sites that have unpaid entries, with their tenants. */
export async function sitesWithUnpaidEntries(
  pool: Pool,
): Promise<readonly { readonly siteId: string; readonly tenantId: string }[]> {
  const { rows } = await pool.query<{ siteId: string; tenantId: string }>(
    `SELECT DISTINCT site_id AS "siteId", tenant_id AS "tenantId" FROM ${ENTRIES}
     WHERE payout_id IS NULL AND awaiting_until IS NULL`,
  );
  return rows;
}
