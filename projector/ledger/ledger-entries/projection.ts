import type { EventData } from '@perktree/contracts/catalogue/events';
import { toBasisPoints } from '@perktree/contracts/kernel/percent';
import { entriesIn, entryIn, type LedgerEntry, waitingEntryIn } from '@perktree/contracts/ledger/movements';
import { canonicalTime, defineProjection } from '../../engine/live/projection.ts';
import { BY_POSITION, type RowOf, readModelTable } from '../../engine/tables/read-model-table.ts';
import { entryKeys, settledBy } from '../../payout/settled-by.ts';

export const ledgerEntriesTable = readModelTable({
  name: 'ledger_entries',
  key: 'entry_id',
  columns: {
    entry_id: 'uuid',
    redemption_id: 'uuid',
    /** The QR whose owner earns. */
    qr_id: 'uuid',
    /** The QR that was redeemed. */
    source_qr_id: 'uuid',
    site_id: 'uuid',
    tenant_id: 'uuid',
    distributor_id: 'text',
    percent_bp: 'integer',
    /** What is earned: negative on a compensating entry, 0 while the share awaits confirmation. */
    amount_minor: 'bigint',
    /** What would be earned of the site's default sale amount; null: earned, so `amount_minor` counts. */
    awaiting_minor: 'bigint?',
    /** The end of the issue period, when an unconfirmed share lapses; null: earned. */
    awaiting_until: 'timestamp?',
    currency: 'text',
    matures_at: 'timestamp',
    /** When it was earned; of one that awaits confirmation, when it was redeemed. */
    created_at: 'timestamp',
    /** Set on a compensating entry alone. */
    reverses_entry_id: 'uuid?',
    /** What compensating entries took back of this one, as a sum that is not positive. */
    compensated_minor: 'bigint',
    /** The redemption was wholly reversed. A partial reversal may also have taken back all of a small share. */
    reversed: 'boolean',
    /** The payout that it is in, or the write-off; null also while a sum stands for it. */
    payout_id: 'uuid?',
    paid_at: 'timestamp?',
    written_off: 'boolean',
    /** The sum that is settled in its place, by `combined_entries`. */
    combined_id: 'uuid?',
  },
  indexes: [
    { name: 'distributor', on: 'distributor_id, created_at DESC, entry_id DESC' },
    { name: 'tenant', on: 'tenant_id, created_at DESC, entry_id DESC' },
    { name: 'site', on: 'site_id, created_at DESC, entry_id DESC' },
    { name: 'newest', on: 'created_at DESC, entry_id DESC' },
    // To generate payouts.
    {
      name: 'unsettled',
      on: 'site_id, distributor_id',
      where: 'payout_id IS NULL AND combined_id IS NULL AND amount_minor <> 0',
    },
    // To find out whether an entry's reversals, or the entry that it reverses, are settled.
    { name: 'origin', on: 'reverses_entry_id', where: 'reverses_entry_id IS NOT NULL' },
    // For the reversals of a month.
    { name: 'taken_back', on: 'tenant_id, created_at', where: 'reverses_entry_id IS NOT NULL' },
    { name: 'redemption', on: 'redemption_id' },
    BY_POSITION,
  ],
});

type EntryRow = RowOf<typeof ledgerEntriesTable>;
type Redemption = EventData<'BenefitRedeemed' | 'RedemptionConfirmed' | 'RedemptionReversed'>;

function newEntry(data: Redemption, entry: LedgerEntry, at: string): EntryRow {
  return {
    entry_id: entry.entryId,
    redemption_id: data.redemptionId,
    qr_id: entry.qrId,
    source_qr_id: data.qrId,
    site_id: data.siteId,
    tenant_id: data.tenantId,
    distributor_id: entry.distributorId,
    percent_bp: toBasisPoints(entry.percent),
    amount_minor: entry.minor,
    awaiting_minor: null,
    awaiting_until: null,
    currency: data.currency,
    matures_at: canonicalTime(data.maturesAt),
    created_at: at,
    reverses_entry_id: entry.reversesEntryId,
    compensated_minor: 0n,
    reversed: false,
    payout_id: null,
    paid_at: null,
    written_off: false,
    combined_id: null,
  };
}

function written(data: Redemption, at: string, key: string): EntryRow | null {
  const entry = entryIn(data, key);
  return entry ? newEntry(data, entry, at) : null;
}

/** A share that staff have not confirmed: every sum of `amount_minor` leaves it out. */
function awaited(data: EventData<'BenefitRedeemed'>, at: string, key: string): EntryRow | null {
  const entry = waitingEntryIn(data, key);
  if (!entry || !data.awaitsConfirmation) return null;
  return {
    ...newEntry(data, entry, at),
    amount_minor: 0n,
    awaiting_minor: entry.minor,
    awaiting_until: canonicalTime(data.awaitsConfirmation.until),
  };
}

/** Either a new compensating entry, or the entry that one takes back. */
function compensated(row: EntryRow | null, data: EventData<'RedemptionReversed'>, at: string, key: string) {
  const own = written(data, at, key);
  if (own || row === null) return own;
  if (data.endsWaiting?.entryIds.includes(key)) return { ...row, reversed: true };
  const back = data.shares.filter(({ reversesEntryId }) => reversesEntryId === key);
  const taken = entriesIn({ currency: data.currency, shares: back }).reduce(
    (sum, { minor }) => sum + minor,
    row.compensated_minor,
  );
  return { ...row, compensated_minor: taken, reversed: row.reversed || data.whole };
}

export const ledgerEntries = defineProjection({
  table: ledgerEntriesTable,
  version: 3,
  keys: entryKeys,
  on: {
    BenefitRedeemed: {
      createsRows: true,
      keys: ({ shares, awaitsConfirmation }) =>
        [...shares, ...(awaitsConfirmation?.shares ?? [])].map(({ entryId }) => entryId),
      evolve: (_row, data, { at }, key) => written(data, at, key) ?? awaited(data, at, key),
    },
    RedemptionConfirmed: {
      keys: (data) => data.shares.map(({ entryId }) => entryId),
      evolve: (_row, data, { at }, key) => written(data, at, key),
    },
    RedemptionReversed: {
      keys: ({ shares, endsWaiting }) => [
        ...shares.flatMap(({ entryId, reversesEntryId }) => [entryId, reversesEntryId]),
        ...(endsWaiting?.entryIds ?? []),
      ],
      evolve: (row, data, { at }, key) => compensated(row, data, at, key),
    },
    EntriesCombined: (row, data) => row && { ...row, combined_id: data.combinedId },
    ...settledBy<EntryRow>(),
  },
});
