import { BY_POSITION, readModelTable } from '../engine/tables/read-model-table.ts';

/** Who was invited to audit a business or the platform. The addresses are in the account store. */
export const auditorsTable = readModelTable({
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
