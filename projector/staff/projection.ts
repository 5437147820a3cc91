import { defineProjection } from '../engine/live/projection.ts';
import { siteStaffTable } from './table.ts';

const staffKey = (data: { siteId: string; userId: string }) => [`${data.siteId}:${data.userId}`];

export const siteStaff = defineProjection({
  table: siteStaffTable,
  version: 1,
  on: {
    /** Joining again after a removal sets a new joining time. */
    StaffJoined: {
      keys: staffKey,
      evolve: (_row, data, { at }, key) => ({
        staff_id: key,
        site_id: data.siteId,
        tenant_id: data.tenantId,
        user_id: data.userId,
        is_active: true,
        joined_at: at,
      }),
    },
    StaffRemoved: {
      keys: staffKey,
      evolve: (row) => row && { ...row, is_active: false },
    },
  },
});
