import { READ_MODEL_SCHEMA } from '@perktree/contracts/catalogue/read-models';
import type { Currency } from '@perktree/contracts/kernel/money';
import { UTC } from '@perktree/contracts/kernel/time-zone-name';
import { run } from '@perktree/platform/postgres/sql';
import type { Pool } from 'pg';
import type { PayableRow } from './earned-entries.ts';

const ENTRIES = `${READ_MODEL_SCHEMA}.ledger_entries`;
const SUMS = `${READ_MODEL_SCHEMA}.combined_entries`;
/** An entry of 0.00 is owed to no distributor, so it is never settled. */
const UNSETTLED = 'payout_id IS NULL AND combined_id IS NULL AND awaiting_until IS NULL AND amount_minor <> 0';

export interface Payable {
  readonly distributorId: string;
  readonly currency: Currency;
  /** Oldest first. */
  readonly rows: readonly PayableRow[];
}

/**
 * The rows of matured, unsettled entries of a site by distributor and currency. They say where to look; the events of their
 * redemptions decide what is owed. A reversal counts as soon as the entry that it
 * reverses. An entry that was wholly reversed before it was settled is skipped with its reversals, because they add up to
 * zero. A distributor that only has sums of entries is included without entries.
 * @param maturedBy ISO 8601 UTC
 */
export async function findPayables(
  pool: Pool,
  siteId: string,
  maturedBy: string,
  {
    distributorId = null,
    earnedUntil = null,
  }: {
    /** Default: all distributors. */
    readonly distributorId?: string | null;
    /** Skips entries that were earned later, whenever they matured, ISO 8601 UTC; null: none. */
    readonly earnedUntil?: string | null;
  } = {},
): Promise<readonly Payable[]> {
  const { rows } = await run<{
    distributor_id: string;
    currency: Currency;
    entry_id: string | null;
    origin_id: string;
    redemption_id: string;
    source_qr_id: string;
    amount_minor: string;
  }>(
    pool,
    `WITH unsettled AS (
       SELECT entry.*, coalesce(origin.matures_at, entry.matures_at) AS counts_from,
         coalesce(origin.created_at, entry.created_at) AS earned_at,
         sum(entry.amount_minor) OVER origin_group AS left_over,
         bool_or(coalesce(origin.reversed, entry.reversed)) OVER origin_group AS is_reversed
       FROM (SELECT * FROM ${ENTRIES} WHERE site_id = :siteId AND ${UNSETTLED}) entry
       LEFT JOIN ${ENTRIES} origin ON origin.entry_id = entry.reverses_entry_id
       WINDOW origin_group AS (PARTITION BY coalesce(entry.reverses_entry_id, entry.entry_id))
     ), owed AS (
       SELECT distributor_id, currency, entry_id, coalesce(reverses_entry_id, entry_id) AS origin_id, redemption_id,
         source_qr_id, amount_minor, created_at
       FROM unsettled
       WHERE counts_from <= :maturedBy AND (:earnedUntil::timestamptz IS NULL OR earned_at <= :earnedUntil) AND NOT (is_reversed AND left_over = 0)
       UNION ALL
       SELECT DISTINCT distributor_id, currency, NULL::uuid, NULL::uuid, NULL::uuid, NULL::uuid, 0, NULL::timestamptz
       FROM ${SUMS}
       WHERE site_id = :siteId AND payout_id IS NULL
     )
     SELECT distributor_id, currency, entry_id, origin_id, redemption_id, source_qr_id, amount_minor FROM owed
     WHERE :distributorId::text IS NULL OR distributor_id = :distributorId
     ORDER BY distributor_id, currency, created_at, entry_id`,
    { siteId, maturedBy, distributorId, earnedUntil },
  );
  const payables = new Map<string, { distributorId: string; currency: Currency; rows: PayableRow[] }>();
  for (const row of rows) {
    const { distributor_id: distributorId, currency, entry_id: entryId } = row;
    const key = `${currency} ${distributorId}`;
    const payable = payables.get(key) ?? { distributorId, currency, rows: [] };
    payables.set(key, payable);
    if (entryId === null) continue;
    const { origin_id: originId, redemption_id: redemptionId, source_qr_id: redeemedQrId } = row;
    payable.rows.push({ entryId, originId, redemptionId, redeemedQrId, amountMinor: BigInt(row.amount_minor) });
  }
  return [...payables.values()];
}

export async function sitesWithUnpaidEntries(
  pool: Pool,
): Promise<readonly { readonly siteId: string; readonly tenantId: string; readonly timeZone: string }[]> {
  const { rows } = await pool.query<{ siteId: string; tenantId: string; timeZone: string }>(
    `SELECT unpaid.site_id AS "siteId", unpaid.tenant_id AS "tenantId",
       coalesce(s.configuration::json->>'timeZone', '${UTC}') AS "timeZone"
     FROM (SELECT site_id, tenant_id FROM ${ENTRIES} WHERE ${UNSETTLED}
       UNION SELECT site_id, tenant_id FROM ${SUMS} WHERE payout_id IS NULL) AS unpaid
     LEFT JOIN read_models.sites s USING (site_id)`,
  );
  return rows;
}
