import { defineProjection } from '../engine/live/projection.ts';
import { BY_POSITION, readModelTable } from '../engine/tables/read-model-table.ts';

/** Distributors that the site owner ever blocked; `block_id` is `siteId:distributorId`. */
const siteBlocksTable = readModelTable({
  name: 'site_blocks',
  key: 'block_id',
  columns: {
    block_id: 'text',
    site_id: 'uuid',
    tenant_id: 'uuid',
    distributor_id: 'text',
    is_blocked: 'boolean',
    blocked_at: 'timestamp',
    /** The note in the account store that holds the reason. */
    note_id: 'uuid?',
  },
  indexes: [{ name: 'site', on: 'site_id', where: 'is_blocked' }, BY_POSITION],
});

export const siteBlocks = defineProjection({
  table: siteBlocksTable,
  version: 1,
  keys: (data: { siteId: string; distributorId: string }) => [`${data.siteId}:${data.distributorId}`],
  on: {
    DistributorBlocked: (_row, data, { at }, key) => ({
      block_id: key,
      site_id: data.siteId,
      tenant_id: data.tenantId,
      distributor_id: data.distributorId,
      is_blocked: true,
      blocked_at: at,
      note_id: data.noteId,
    }),
    DistributorUnblocked: (row) => row && { ...row, is_blocked: false },
  },
});
