import type { EventData } from '@perktree/contracts/catalogue/events';
import { toMinor } from '@perktree/contracts/kernel/money';
import { toBasisPoints } from '@perktree/contracts/kernel/percent';
import { defineProjection, milliseconds } from '../../engine/live/projection.ts';
import type { RowOf } from '../../engine/tables/read-model-table.ts';
import { settledBy } from '../../payout/settled-by.ts';
import { ledgerEntriesTable } from './table.ts';

type EntryRow = RowOf<typeof ledgerEntriesTable>;
type Redemption = EventData<'BenefitRedeemed' | 'RedemptionConfirmed' | 'RedemptionReversed'>;
type Share = EventData<'BenefitRedeemed'>['shares'][number];

function newEntry(data: Redemption, share: Share, at: string): EntryRow {
  return {
    entry_id: share.entryId,
    redemption_id: data.redemptionId,
    qr_id: share.qrId,
    source_qr_id: data.qrId,
    site_id: data.siteId,
    tenant_id: data.tenantId,
    distributor_id: share.ownerId,
    percent_bp: toBasisPoints(share.percent),
    amount_minor: toMinor(share.amount, data.currency),
    awaiting_minor: null,
    awaiting_until: null,
    currency: data.currency,
    matures_at: milliseconds(data.maturesAt),
    created_at: at,
    reverses_entry_id: null,
    compensated_minor: 0n,
    reversed: false,
    payout_id: null,
    paid_at: null,
    written_off: false,
    combined_id: null,
  };
}

function earned(data: EventData<'BenefitRedeemed' | 'RedemptionConfirmed'>, at: string, key: string): EntryRow | null {
  const share = data.shares.find(({ entryId }) => entryId === key);
  return share ? newEntry(data, share, at) : null;
}

/** A share that staff have not confirmed: every sum of `amount_minor` leaves it out. */
function awaited(data: EventData<'BenefitRedeemed'>, at: string, key: string): EntryRow | null {
  const share = data.awaitsConfirmation?.shares.find(({ entryId }) => entryId === key);
  if (!share || !data.awaitsConfirmation) return null;
  const entry = newEntry(data, share, at);
  return {
    ...entry,
    amount_minor: 0n,
    awaiting_minor: entry.amount_minor,
    awaiting_until: milliseconds(data.awaitsConfirmation.until),
  };
}

/** Either a new compensating entry, or the entry that one takes back. */
function compensated(row: EntryRow | null, data: EventData<'RedemptionReversed'>, at: string, key: string) {
  const own = data.shares.find(({ entryId }) => entryId === key);
  if (own) return { ...newEntry(data, own, at), reverses_entry_id: own.reversesEntryId };
  if (row === null) return null;
  if (data.endsWaiting?.entryIds.includes(key)) return { ...row, reversed: true };
  const taken = data.shares
    .filter(({ reversesEntryId }) => reversesEntryId === key)
    .reduce((sum, share) => sum + toMinor(share.amount, data.currency), row.compensated_minor);
  return { ...row, compensated_minor: taken, reversed: row.reversed || data.whole };
}

export const ledgerEntries = defineProjection({
  table: ledgerEntriesTable,
  version: 3,
  on: {
    BenefitRedeemed: {
      createsRows: true,
      keys: ({ shares, awaitsConfirmation }) =>
        [...shares, ...(awaitsConfirmation?.shares ?? [])].map(({ entryId }) => entryId),
      evolve: (_row, data, { at }, key) => earned(data, at, key) ?? awaited(data, at, key),
    },
    RedemptionConfirmed: {
      keys: (data) => data.shares.map(({ entryId }) => entryId),
      evolve: (_row, data, { at }, key) => earned(data, at, key),
    },
    RedemptionReversed: {
      keys: ({ shares, endsWaiting }) => [
        ...shares.flatMap(({ entryId, reversesEntryId }) => [entryId, reversesEntryId]),
        ...(endsWaiting?.entryIds ?? []),
      ],
      evolve: (row, data, { at }, key) => compensated(row, data, at, key),
    },
    EntriesCombined: {
      keys: (data) => data.entryIds,
      evolve: (row, data) => row && { ...row, combined_id: data.combinedId },
    },
    ...settledBy<EntryRow>(),
  },
});
