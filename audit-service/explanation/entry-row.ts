import type { ReadModelRow } from '@perktree/contracts/catalogue/read-models';
import type { Currency } from '@perktree/contracts/kernel/money';
import type { Pool } from 'pg';

/** An entry as the read model shows it; sums in minor units, times ISO 8601 UTC. */
export type EntryRow = Pick<
  ReadModelRow<'ledger_entries'>,
  | ('entry_id' | 'redemption_id' | 'qr_id' | 'source_qr_id' | 'site_id' | 'tenant_id' | 'distributor_id')
  | ('percent_bp' | 'amount_minor' | 'awaiting_minor' | 'awaiting_until' | 'matures_at' | 'created_at')
  | 'reverses_entry_id'
> & { readonly currency: Currency };

/** As the database answers it. */
export type StoredEntry = Omit<
  EntryRow,
  'amount_minor' | 'awaiting_minor' | 'awaiting_until' | 'matures_at' | 'created_at'
> & {
  readonly amount_minor: string;
  readonly awaiting_minor: string | null;
  readonly awaiting_until: Date | null;
  readonly matures_at: Date;
  readonly created_at: Date;
};

export async function findEntry(pool: Pool, entryId: string): Promise<EntryRow | null> {
  const { rows } = await pool.query<StoredEntry>(
    `SELECT entry_id, redemption_id, qr_id, source_qr_id, site_id, tenant_id, distributor_id, percent_bp, amount_minor,
       awaiting_minor, awaiting_until, currency, matures_at, created_at, reverses_entry_id
     FROM read_models.ledger_entries WHERE entry_id = $1`,
    [entryId],
  );
  const [row] = rows;
  if (row === undefined) return null;
  return {
    ...row,
    amount_minor: BigInt(row.amount_minor),
    awaiting_minor: row.awaiting_minor === null ? null : BigInt(row.awaiting_minor),
    awaiting_until: row.awaiting_until?.toISOString() ?? null,
    matures_at: row.matures_at.toISOString(),
    created_at: row.created_at.toISOString(),
  };
}

/** The sum of entries in minor units; null if one of them is missing. */
export async function sumOfEntries(pool: Pool, entryIds: readonly string[]): Promise<bigint | null> {
  const { rows } = await pool.query<{ sum: string | null; count: number }>(
    `SELECT sum(amount_minor)::bigint AS sum, count(*)::integer AS count
     FROM read_models.ledger_entries WHERE entry_id = ANY($1)`,
    [entryIds],
  );
  const [row] = rows;
  return row?.sum == null || row.count !== entryIds.length ? null : BigInt(row.sum);
}
