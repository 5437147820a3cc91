import { defineProjection } from '../engine/live/projection.ts';
import { BY_POSITION, readModelTable } from '../engine/tables/read-model-table.ts';

/** Who was invited to audit a business or the platform. The addresses are in the account store. */
const auditorsTable = readModelTable({
  name: 'auditors',
  key: 'auditor_id',
  columns: {
    auditor_id: 'uuid',
    /** Null: the platform. */
    tenant_id: 'uuid?',
    invited_at: 'timestamp',
    /** When the newest link stops working. */
    expires_at: 'timestamp',
    /** When the right to read ends. */
    until: 'timestamp',
    /** The account that accepted. */
    user_id: 'text?',
    joined_at: 'timestamp?',
    /** When the inviter ended it before its time. */
    ended_at: 'timestamp?',
  },
  indexes: [{ name: 'tenant', on: 'tenant_id, invited_at DESC, auditor_id DESC' }, BY_POSITION],
});

export const auditors = defineProjection({
  table: auditorsTable,
  version: 1,
  keys: (data: { auditorId: string }) => [data.auditorId],
  on: {
    /** Again for an invitation that is sent again: the row keeps when it was made. */
    AuditorInvited: (row, data, { at }, key) => ({
      auditor_id: key,
      tenant_id: data.tenantId,
      invited_at: row?.invited_at ?? at,
      expires_at: data.expiresAt,
      until: data.until,
      user_id: null,
      joined_at: null,
      ended_at: null,
    }),
    AuditorJoined: (row, data, { at }) => row && { ...row, user_id: data.userId, joined_at: at },
    AuditorEnded: (row, _data, { at }) => row && { ...row, ended_at: at },
  },
});
