import { type Currency, fromMinor } from '@perktree/contracts/kernel/money';
import { fromBasisPoints } from '@perktree/contracts/kernel/percent';
import type { PayoutEntryAnswer } from '@perktree/contracts/payout/entry-calls';
import { named, run, sql } from '@perktree/platform/postgres/sql';
import type { Pool } from 'pg';

/** The place of an entry in a list by time. */
export type EntryPlace = readonly [createdAt: string, entryId: string];

interface Row {
  readonly entry_id: string;
  readonly redemption_id: string;
  readonly qr_id: string;
  readonly source_qr_id: string;
  readonly percent_bp: number;
  readonly amount_minor: string;
  readonly currency: Currency;
  readonly created_at: Date;
  readonly matures_at: Date;
  readonly reverses_entry_id: string | null;
}

/** Rows of the ledger with these ids, by time. @param most null: all */
export async function entriesOf(
  pool: Pool,
  entryIds: readonly string[],
  page: { readonly newestFirst: boolean; readonly after: EntryPlace | null; readonly most: number | null },
): Promise<readonly PayoutEntryAnswer[]> {
  const { newestFirst, after, most } = page;
  const [order, beyond] = newestFirst ? ['DESC', '<'] : ['ASC', '>'];
  const query = sql('read_models.ledger_entries')
    .where(named('entry_id = ANY(:entryIds::uuid[])', { entryIds }))
    .orderByRaw(`created_at ${order}, entry_id ${order}`)
    .select('entry_id', 'redemption_id', 'qr_id', 'source_qr_id', 'percent_bp', 'amount_minor', 'currency')
    .select('created_at', 'matures_at', 'reverses_entry_id');
  if (after !== null) query.whereRaw(`(created_at, entry_id) ${beyond} (?::timestamptz, ?::uuid)`, [...after]);
  if (most !== null) query.limit(most);
  const { rows } = await run<Row>(pool, query);
  return rows.map((row) => ({
    id: row.entry_id,
    redemptionId: row.redemption_id,
    qrId: row.qr_id,
    sourceQrId: row.source_qr_id,
    commissionPercent: fromBasisPoints(row.percent_bp),
    amount: fromMinor(BigInt(row.amount_minor), row.currency),
    currency: row.currency,
    createdAt: row.created_at.toISOString(),
    maturesAt: row.matures_at.toISOString(),
    reversesEntryId: row.reverses_entry_id,
  }));
}
