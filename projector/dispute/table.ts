import { BY_POSITION, readModelTable } from '../engine/tables/read-model-table.ts';

/** Redemptions that were ever disputed. The texts are in the account store. */
export const disputesTable = readModelTable({
  name: 'disputes',
  key: 'redemption_id',
  columns: {
    redemption_id: 'uuid',
    qr_id: 'uuid',
    site_id: 'uuid',
    tenant_id: 'uuid',
    /** One of DISPUTE_STATES. */
    state: 'text',
    opened_at: 'timestamp',
    changed_at: 'timestamp',
    /** Number of notes, over all disputes of the redemption. */
    notes: 'integer',
  },
  indexes: [
    // For the list of open disputes; most are closed.
    { name: 'pending_of_tenant', on: 'tenant_id, changed_at DESC, redemption_id DESC', where: `state <> 'closed'` },
    {
      name: 'pending_of_all',
      on: 'changed_at DESC, redemption_id DESC',
      where: `state <> 'closed'`,
      replaces: 'pending',
    },
    { name: 'qr', on: 'qr_id' },
    BY_POSITION,
  ],
});
