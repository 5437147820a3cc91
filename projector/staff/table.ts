import { BY_POSITION, readModelTable } from '../engine/tables/read-model-table.ts';

/** `staff_id` is `siteId:userId`. */
export const siteStaffTable = readModelTable({
  name: 'site_staff',
  key: 'staff_id',
  columns: {
    staff_id: 'text',
    site_id: 'uuid',
    tenant_id: 'uuid',
    user_id: 'text',
    is_active: 'boolean',
    joined_at: 'timestamp',
  },
  indexes: [{ name: 'site', on: 'site_id' }, { name: 'user', on: 'user_id' }, BY_POSITION],
});
