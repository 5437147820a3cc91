import { defineProjection } from '../engine/live/projection.ts';
import { BY_POSITION, readModelTable } from '../engine/tables/read-model-table.ts';

/** Redemptions that were ever disputed. The texts are in the account store. */
const disputesTable = readModelTable({
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

export const disputes = defineProjection({
  table: disputesTable,
  version: 1,
  keys: (data: { redemptionId: string }) => [data.redemptionId],
  on: {
    /** A redemption can be disputed again once it is closed: it was opened last then. */
    DisputeOpened: (row, data, { at }) => ({
      redemption_id: data.redemptionId,
      qr_id: data.qrId,
      site_id: data.siteId,
      tenant_id: data.tenantId,
      state: 'open',
      opened_at: at,
      changed_at: at,
      notes: (row?.notes ?? 0) + 1,
    }),
    DisputeAnswered: (row, _data, { at }) => row && { ...row, state: 'answered', changed_at: at, notes: row.notes + 1 },
    DisputeClosed: (row, _data, { at }) => row && { ...row, state: 'closed', changed_at: at, notes: row.notes + 1 },
  },
});
