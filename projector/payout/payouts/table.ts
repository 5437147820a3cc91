import { BY_POSITION, readModelTable } from '../../engine/tables/read-model-table.ts';

export const payoutsTable = readModelTable({
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
