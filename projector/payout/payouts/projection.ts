import type { EventData } from '@perktree/contracts/catalogue/events';
import type { FundingState } from '@perktree/contracts/payout/calls';
import type { FundingFailure } from '@perktree/contracts/payout/events';
import { defineProjection, type Moment } from '../../engine/live/projection.ts';
import { BY_POSITION, type RowOf, readModelTable } from '../../engine/tables/read-model-table.ts';
import { columnsOfEntries } from '../settled-by.ts';

const payoutsTable = readModelTable({
  name: 'payouts',
  key: 'payout_id',
  columns: {
    payout_id: 'uuid',
    site_id: 'uuid',
    tenant_id: 'uuid',
    distributor_id: 'text',
    currency: 'text',
    amount_minor: 'bigint',
    entry_count: 'integer',
    settlement: 'text',
    /** `processing`, `paid`, `failed`, `cancelled`, `returned`, or `written_off` for a balance that was settled without a payment. */
    status: 'text',
    /** The payment provider's id of the transfer. */
    reference: 'text?',
    /** The note in the account store that the owner wrote on settling it. */
    note_id: 'uuid?',
    /** One of WRITE_OFF_REASONS; null: it is a payout. */
    write_off_reason: 'text?',
    /** One of FUNDING_STATES; null: the owner's money was not asked for. */
    funding: 'text?',
    funding_id: 'uuid?',
    /** Why it failed: one of PAYOUT_FAILURES. */
    failure: 'text?',
    created_at: 'timestamp',
    /** When it was paid, also if it was returned since. */
    paid_at: 'timestamp?',
    /** When it reached its status. */
    settled_at: 'timestamp?',
  },
  indexes: [
    { name: 'site', on: 'site_id, created_at DESC, payout_id DESC' },
    { name: 'distributor', on: 'distributor_id, created_at DESC, payout_id DESC' },
    { name: 'tenant', on: 'tenant_id, created_at DESC, payout_id DESC' },
    { name: 'funding', on: 'funding_id' },
    { name: 'newest', on: 'created_at DESC, payout_id DESC' },
    // For the search of support.
    { name: 'amount', on: 'amount_minor, created_at DESC' },
    { name: 'reference', on: 'reference', where: 'reference IS NOT NULL' },
    BY_POSITION,
  ],
});

type PayoutRow = RowOf<typeof payoutsTable>;

const ended =
  (status: 'cancelled' | 'returned') =>
  (row: PayoutRow | null, { noteId }: { readonly noteId: string | null }, { at }: Moment) =>
    row && { ...row, status, note_id: noteId, settled_at: at };

interface OfFunding {
  readonly fundingId: string;
  readonly payoutIds: readonly string[];
  readonly approval?: string | null;
  readonly reason?: FundingFailure;
  readonly outcome?: 'kept' | 'settled';
}

/** A step of the funding that a payout is in. */
const funded = (stateOf: (data: OfFunding) => FundingState) => ({
  keys: ({ payoutIds }: OfFunding) => payoutIds,
  evolve: (row: PayoutRow | null, data: OfFunding) =>
    row && {
      ...row,
      funding: stateOf(data),
      funding_id: data.fundingId,
      // Why the money was not collected says more than that it was not.
      failure: data.reason ?? row.failure,
    },
});

/** A new row: of a payout or a write-off, before money is asked for or paid. */
const newPayout = (
  data: EventData<'PayoutGenerated' | 'BalanceWrittenOff'>,
  moment: Moment,
  own: Pick<PayoutRow, 'payout_id' | 'settlement' | 'status' | 'write_off_reason' | 'note_id' | 'settled_at'>,
): PayoutRow => ({
  ...columnsOfEntries(data, moment),
  reference: null,
  funding: null,
  funding_id: null,
  failure: null,
  paid_at: null,
  ...own,
});

export const payouts = defineProjection({
  table: payoutsTable,
  version: 4,
  keys: (data: { payoutId: string }) => [data.payoutId],
  on: {
    PayoutGenerated: {
      createsRows: true,
      evolve: (_row, data, moment) => {
        const { payoutId, settlement } = data;
        const own = { payout_id: payoutId, settlement, write_off_reason: null, note_id: null, settled_at: null };
        return newPayout(data, moment, { ...own, status: 'processing' });
      },
    },
    PayoutPaid: (row, { reference, noteId }, { at }) =>
      row && { ...row, status: 'paid', reference, note_id: noteId, paid_at: at, settled_at: at },
    BalanceWrittenOff: {
      createsRows: true,
      keys: (data) => [data.writeOffId],
      evolve: (_row, data, moment) => {
        const { writeOffId, reason, noteId } = data;
        const own = { payout_id: writeOffId, write_off_reason: reason, note_id: noteId, settled_at: moment.at };
        return newPayout(data, moment, { ...own, settlement: 'by_hand', status: 'written_off' });
      },
    },
    PayoutFailed: (row, { reason }, { at }) =>
      row && { ...row, status: 'failed', failure: row.failure ?? reason, settled_at: at },
    PayoutReturned: ended('returned'),
    PayoutReferenceCorrected: (row, { noteId }) => row && { ...row, reference: null, note_id: noteId },
    PayoutCancelled: ended('cancelled'),
    PayoutFundingRequested: funded(({ approval }) => (approval === null ? 'collecting' : 'awaiting_approval')),
    PayoutFundingApproved: funded(() => 'collecting'),
    PayoutFundingCollected: funded(() => 'collected'),
    PayoutFundingFailed: funded(() => 'failed'),
    PayoutFundingDisputed: funded(() => 'disputed'),
    PayoutFundingDisputeSettled: funded(({ outcome }) => (outcome === 'kept' ? 'collected' : 'settled')),
    PayoutFundingRefunded: funded(() => 'refunded'),
  },
});
