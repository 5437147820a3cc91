import { READ_MODEL_SCHEMA } from '@perktree/contracts/catalogue/read-models';
import { run } from '@perktree/platform/postgres/sql';
import type { Pool } from 'pg';

export interface DueQr {
  readonly qrId: string;
  readonly rootQrId: string;
  readonly siteId: string;
  readonly tenantId: string;
  readonly expiresAt: Date;
}

/** Sorts before the id of every QR. */
const NO_ID = '00000000-0000-0000-0000-000000000000';

/**
 * The next active QRs that have expired and that renew automatically, earliest expiry first. The read model may
 * lag, so some QRs may no longer be due and others may be missing.
 * @param now ISO 8601 UTC
 * @param after the last QR of the previous page; null for the first page
 * @param withoutTenants tenants whose QRs are left out
 */
export async function findDueQrs(
  pool: Pool,
  {
    now,
    after,
    withoutTenants,
    limit,
  }: {
    readonly now: string;
    readonly after: DueQr | null;
    readonly withoutTenants: readonly string[];
    readonly limit: number;
  },
): Promise<readonly DueQr[]> {
  const { rows } = await run<DueQr>(
    pool,
    `SELECT qrs.qr_id AS "qrId", qrs.root_qr_id AS "rootQrId", qrs.site_id AS "siteId", qrs.tenant_id AS "tenantId",
       qrs.expires_at AS "expiresAt"
     FROM ${READ_MODEL_SCHEMA}.qrs JOIN ${READ_MODEL_SCHEMA}.sites USING (site_id)
       JOIN ${READ_MODEL_SCHEMA}.qrs roots ON roots.qr_id = qrs.root_qr_id
     WHERE qrs.is_active AND sites.is_active AND qrs.expires_at <= :now
       AND coalesce(roots.renewal_policy, sites.configuration::json ->> 'renewalPolicy') = 'auto_reissue_on_expire'
       AND (qrs.expires_at, qrs.qr_id) > (:expiresAt, :qrId) AND qrs.tenant_id <> ALL (:withoutTenants)
     ORDER BY qrs.expires_at, qrs.qr_id LIMIT :limit`,
    { now, expiresAt: after?.expiresAt ?? '-infinity', qrId: after?.qrId ?? NO_ID, withoutTenants, limit },
  );
  return rows;
}
