import { BY_POSITION, readModelTable } from '../engine/tables/read-model-table.ts';

/** Distributors that the site owner ever blocked; `block_id` is `siteId:distributorId`. */
export const siteBlocksTable = readModelTable({
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
