import { defineProjection } from '../engine/live/projection.ts';
import { BY_POSITION, readModelTable } from '../engine/tables/read-model-table.ts';

/** `staff_id` is `siteId:userId`. */
const siteStaffTable = readModelTable({
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

export const siteStaff = defineProjection({
  table: siteStaffTable,
  version: 1,
  keys: (data: { siteId: string; userId: string }) => [`${data.siteId}:${data.userId}`],
  on: {
    /** Joining again after a removal sets a new joining time. */
    StaffJoined: (_row, data, { at }, key) => ({
      staff_id: key,
      site_id: data.siteId,
      tenant_id: data.tenantId,
      user_id: data.userId,
      is_active: true,
      joined_at: at,
    }),
    StaffRemoved: (row) => row && { ...row, is_active: false },
  },
});
