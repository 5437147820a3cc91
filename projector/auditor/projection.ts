import { defineProjection } from '../engine/live/projection.ts';
import { auditorsTable } from './table.ts';

const auditorKey = (data: { auditorId: string }) => [data.auditorId];

export const auditors = defineProjection({
  table: auditorsTable,
  version: 1,
  on: {
    /** Again for an invitation that is sent again: the row keeps when it was made. */
    AuditorInvited: {
      keys: auditorKey,
      evolve: (row, data, { at }, key) => ({
        auditor_id: key,
        tenant_id: data.tenantId,
        invited_at: row?.invited_at ?? at,
        expires_at: data.expiresAt,
        until: data.until,
        user_id: null,
        joined_at: null,
        ended_at: null,
      }),
    },
    AuditorJoined: {
      keys: auditorKey,
      evolve: (row, data, { at }) => row && { ...row, user_id: data.userId, joined_at: at },
    },
    AuditorEnded: {
      keys: auditorKey,
      evolve: (row, _data, { at }) => row && { ...row, ended_at: at },
    },
  },
});
