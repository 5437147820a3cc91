import { defineProjection } from '../engine/live/projection.ts';
import { siteBlocksTable } from './table.ts';

const blockKey = (data: { siteId: string; distributorId: string }) => [`${data.siteId}:${data.distributorId}`];

export const siteBlocks = defineProjection({
  table: siteBlocksTable,
  version: 1,
  on: {
    DistributorBlocked: {
      keys: blockKey,
      evolve: (_row, data, { at }, key) => ({
        block_id: key,
        site_id: data.siteId,
        tenant_id: data.tenantId,
        distributor_id: data.distributorId,
        is_blocked: true,
        blocked_at: at,
        note_id: data.noteId,
      }),
    },
    DistributorUnblocked: { keys: blockKey, evolve: (row) => row && { ...row, is_blocked: false } },
  },
});
