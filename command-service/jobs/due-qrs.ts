import { READ_MODEL_SCHEMA } from '@perktree/contracts/read-models';
import type { Pool } from 'pg';

export interface DueQr {
  readonly qrId: string;
  readonly rootQrId: string;
  readonly siteId: string;
  readonly tenantId: string;
  readonly expiresAt: Date;
}

/** Not of any QR: before all of them. */
const NO_ID = '00000000-0000-0000-0000-000000000000';

/**
 * The next QRs in use whose period has ended and whose site renews by itself, the longest expired first. By the read
 * model, so it may name some that are not due any more, and not yet name others.
 * @param after where the page before ended; null for the first
 * @param withoutTenants whose QRs are left out
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
  const { rows } = await pool.query<DueQr>(
    `SELECT qr_id AS "qrId", root_qr_id AS "rootQrId", site_id AS "siteId", qrs.tenant_id AS "tenantId",
       expires_at AS "expiresAt"
     FROM ${READ_MODEL_SCHEMA}.qrs JOIN ${READ_MODEL_SCHEMA}.sites USING (site_id)
     WHERE qrs.is_active AND sites.is_active AND qrs.expires_at <= $1
       AND sites.configuration::json ->> 'renewalPolicy' = 'auto_reissue_on_expire'
       AND (qrs.expires_at, qrs.qr_id) > ($2, $3) AND qrs.tenant_id <> ALL ($4)
     ORDER BY qrs.expires_at, qrs.qr_id LIMIT $5`,
    [now, after?.expiresAt ?? '-infinity', after?.qrId ?? NO_ID, withoutTenants, limit],
  );
  return rows;
}
