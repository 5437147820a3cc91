import { DAY_MS } from '@perktree/contracts/durations';
import type { CallAnswer } from '@perktree/contracts/http/call';
import type { qrCalls } from '@perktree/contracts/http/qrs';
import type { Pool } from 'pg';
import { select } from '../sql.ts';

/** As many as the bell keeps. */
const MOST = 50;
/** Older ends are no news. */
const NEWS_MS = 7 * DAY_MS;

/** QRs of a business that its owner was warned of, and that still end as the warning says. @param now ISO 8601 UTC */
export function endingQrs(
  pool: Pool,
  tenantId: string | null,
  now: string,
): Promise<CallAnswer<typeof qrCalls.endingQrs>> {
  return select(
    pool,
    `SELECT q.qr_id AS "qrId", q.name, q.site_id AS "siteId", s.name AS "siteName", q.expires_at AS "expiresAtUtc"
     FROM (SELECT * FROM read_models.expiry_warnings WHERE tenant_id = $2::uuid AND expires_at > $1::timestamptz
           ORDER BY expires_at DESC, qr_id LIMIT ${MOST}) w
       JOIN read_models.qrs q ON q.qr_id = w.qr_id AND q.period = w.period AND q.is_active
       JOIN read_models.qrs r ON r.qr_id = q.root_qr_id
       JOIN read_models.sites s ON s.site_id = q.site_id AND s.is_active
     WHERE coalesce(r.renewal_policy, s.configuration::json ->> 'renewalPolicy') = 'none'
     ORDER BY q.expires_at, q.qr_id`,
    [new Date(Date.parse(now) - NEWS_MS).toISOString(), tenantId],
    'ending-qrs',
  ) as Promise<CallAnswer<typeof qrCalls.endingQrs>>;
}
