import type { ReadModelRow } from '@perktree/contracts/catalogue/read-models';
import { type Currency, fromMinor } from '@perktree/contracts/kernel/money';
import { fromBasisPoints } from '@perktree/contracts/kernel/percent';
import { UTC } from '@perktree/contracts/kernel/time-zone-name';
import type { PayoutEntryAnswer } from '@perktree/contracts/payout/entry-calls';
import { select } from '@perktree/platform/postgres/select';
import type { Pool } from 'pg';

/** An entry as the read model shows it; sums in minor units, times ISO 8601 UTC. */
export type EntryRow = Omit<ReadModelRow<'ledger_entries'>, 'currency'> & { readonly currency: Currency };
type FoundEntry = EntryRow & { readonly site_time_zone: string };

export async function findEntry(pool: Pool, entryId: string): Promise<FoundEntry | null> {
  const [row] = await select<FoundEntry>(
    pool,
    `SELECT e.*, coalesce(s.configuration::json->>'timeZone', '${UTC}') AS site_time_zone
     FROM read_models.ledger_entries e LEFT JOIN read_models.sites s USING (site_id) WHERE e.entry_id = :entryId`,
    { entryId },
  );
  return row ?? null;
}

/** The sum of entries in minor units; null if one of them is missing. */
export async function sumOfEntries(pool: Pool, entryIds: readonly string[]): Promise<bigint | null> {
  const [row] = await select<{ sum: bigint | null; count: number }>(
    pool,
    `SELECT sum(amount_minor)::bigint AS sum, count(*)::integer AS count
     FROM read_models.ledger_entries WHERE entry_id = ANY($1)`,
    [entryIds],
  );
  return row?.count === entryIds.length ? row.sum : null;
}

/** What an answer about an entry says of it. @param minor its amount */
export const entryAnswerOf = (row: EntryRow, minor: bigint = row.amount_minor): PayoutEntryAnswer => ({
  id: row.entry_id,
  redemptionId: row.redemption_id,
  qrId: row.qr_id,
  sourceQrId: row.source_qr_id,
  commissionPercent: fromBasisPoints(row.percent_bp),
  amount: fromMinor(minor, row.currency),
  currency: row.currency,
  createdAt: row.created_at,
  maturesAt: row.matures_at,
  reversesEntryId: row.reverses_entry_id,
});
