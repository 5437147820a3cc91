import type { Accounts } from '@perktree/contracts/account/account-store';
import type { Audits } from '@perktree/platform/http/session';
import { run, sql } from '@perktree/platform/postgres/sql';
import type { Pool } from 'pg';

/**
 * SQL of what an account may read as an auditor now: `{"tenantIds", "until"}`, null for nothing. The right to read a business ends
 * with the business. @param userId SQL @param now SQL of the time
 */
export const auditsSql = (userId: string, now: string): string => `(
  SELECT jsonb_build_object('until', min(a.until), 'tenantIds',
    CASE WHEN bool_or(a.tenant_id IS NULL) THEN NULL ELSE jsonb_agg(a.tenant_id ORDER BY a.tenant_id) END)
  FROM identity.audits a LEFT JOIN identity.tenants owned ON owned.id = a.tenant_id
  WHERE a.user_id = ${userId} AND a.until > ${now} AND (a.tenant_id IS NULL OR owned.owner_id IS NOT NULL)
  HAVING count(*) > 0)`;

/** As a session has it. @param row of `auditsSql` */
export const auditsOf = (row: Audits | null): { readonly audits?: Audits } =>
  row === null ? {} : { audits: { tenantIds: row.tenantIds, until: new Date(row.until).toISOString() } };

/** Grants and ends what auditors may read. */
export function createAudits(pool: Pool, sessions: { forgetAll(): void }): Pick<Accounts, 'grantAudit' | 'endAudit'> {
  return {
    async grantAudit({ auditorId, userId, tenantId, until }) {
      await run(
        pool,
        `INSERT INTO identity.audits (auditor_id, user_id, tenant_id, until)
         SELECT :auditorId, id, :tenantId, :until FROM identity.users WHERE id = :userId ON CONFLICT (auditor_id) DO NOTHING`,
        { auditorId, userId, tenantId, until },
      );
      sessions.forgetAll();
    },
    async endAudit(auditorId) {
      await run(pool, sql('identity.audits').where({ auditor_id: auditorId }).delete());
      sessions.forgetAll();
    },
  };
}
