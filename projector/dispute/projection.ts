import { defineProjection } from '../engine/live/projection.ts';
import { disputesTable } from './table.ts';

const disputeKey = (data: { redemptionId: string }) => [data.redemptionId];

export const disputes = defineProjection({
  table: disputesTable,
  version: 1,
  on: {
    /** A redemption can be disputed again once it is closed: it was opened last then. */
    DisputeOpened: {
      keys: disputeKey,
      evolve: (row, data, { at }) => ({
        redemption_id: data.redemptionId,
        qr_id: data.qrId,
        site_id: data.siteId,
        tenant_id: data.tenantId,
        state: 'open',
        opened_at: at,
        changed_at: at,
        notes: (row?.notes ?? 0) + 1,
      }),
    },
    DisputeAnswered: {
      keys: disputeKey,
      evolve: (row, _data, { at }) => row && { ...row, state: 'answered', changed_at: at, notes: row.notes + 1 },
    },
    DisputeClosed: {
      keys: disputeKey,
      evolve: (row, _data, { at }) => row && { ...row, state: 'closed', changed_at: at, notes: row.notes + 1 },
    },
  },
});
