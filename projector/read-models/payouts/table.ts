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
    /** `processing`, `paid`, `failed`, `cancelled`, or `written_off` for a balance that was settled without a payment. */
    status: 'text',
    /** The payment provider's id of the transfer. */
    reference: 'text?',
    /** The note in the account store that the owner wrote on settling it. */
    note_id: 'uuid?',
    /** One of WRITE_OFF_REASONS; null: it is a payout. */
    write_off_reason: 'text?',
    created_at: 'timestamp',
    settled_at: 'timestamp?',
  },
  indexes: [
    { name: 'site', on: 'site_id, created_at DESC, payout_id DESC' },
    { name: 'distributor', on: 'distributor_id, created_at DESC, payout_id DESC' },
    { name: 'tenant', on: 'tenant_id, created_at DESC, payout_id DESC' },
    { name: 'newest', on: 'created_at DESC, payout_id DESC' },
    BY_POSITION,
  ],
});
