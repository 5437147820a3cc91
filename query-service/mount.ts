import type { ReadModelRow } from '@perktree/contracts/catalogue/read-models';
import { dashboardCalls } from '@perktree/contracts/dashboard/calls';
import { fromMinor } from '@perktree/contracts/kernel/money';
import { type PayoutFundingAnswer, payoutFundingCalls } from '@perktree/contracts/payout/funding-calls';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { Session } from '@perktree/platform/http/session';
import { select } from '@perktree/platform/postgres/select';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { mountAuditors } from './auditor/routes.ts';
import { mountDashboard } from './dashboard/routes.ts';
import { mountDisputes } from './dispute/routes.ts';
import { mountDistributors } from './distributor/routes.ts';
import { mountStandings } from './distributor/standings.ts';
import type { QueryServiceDeps } from './engine/deps.ts';
import { mountLive } from './engine/live/routes.ts';
import { cutPage, type Page, pageOf, type TimeAndId, timeAndId } from './engine/page.ts';
import { PositionFeed } from './engine/position-feed.ts';
import { installWaitForPosition } from './engine/wait-for-position.ts';
import { mountFlags } from './flag/routes.ts';
import { mountLedger } from './ledger/routes.ts';
import { mountNotifications } from './notification/routes.ts';
import { mountPayouts } from './payout/routes.ts';
import { mountQrDesigns } from './qr/design-routes.ts';
import type { DrawSheet } from './qr/print-sheets/draw-sheet.ts';
import { mountPrintSheets } from './qr/print-sheets/routes.ts';
import { mineSql } from './qr/qr-row.ts';
import { mountQrs } from './qr/routes.ts';
import { mountCounter } from './redemption/counter-routes.ts';
import { mountRefusals } from './redemption/refusals-routes.ts';
import { mountRedemptions } from './redemption/routes.ts';
import { mountMyScans } from './scan/my-scans-routes.ts';
import { mountScanInfo } from './scan/routes.ts';
import { mountSites } from './site/routes.ts';
import { mountLooks } from './support/looks-routes.ts';
import { mountTenants } from './support/tenant-routes.ts';

type ScanRow = Pick<ReadModelRow<'scans'>, 'scan_id' | 'qr_name' | 'scanned_at' | 'redeemed_at'>;

const NEWEST_FIRST = 'ORDER BY c.scanned_at DESC, c.scan_id DESC LIMIT :limit';

interface Scope {
  readonly id: string | null;
  /** SQL of the newest scans; `:id` is the id and `:limit` their number. */
  readonly newest: string;
}

/**
 * The scans that concern the active role: see dashboard/scope.ts.
 * @param before SQL of a condition on the scans of a page
 */
function scopeOf({ role, userId, tenantId, audits }: Session, before: string): Scope {
  const newestOf = (condition: string) => `SELECT c.scan_id, c.qr_id, c.qr_name, c.scanned_at, c.redeemed_at
    FROM read_models.scans c WHERE ${condition} AND ${before} ${NEWEST_FIRST}`;
  switch (role) {
    case 'superadmin':
      return { id: null, newest: newestOf(':id::text IS NULL') };
    case 'site_owner':
      return { id: tenantId, newest: newestOf('c.tenant_id = :id::uuid') };
    case 'auditor':
      return audits?.tenantIds === null
        ? { id: null, newest: newestOf(':id::text IS NULL') }
        : {
            id: (audits?.tenantIds ?? []).join(','),
            newest: newestOf(`c.tenant_id = ANY(string_to_array(:id, ',')::uuid[])`),
          };
    case 'staff':
      return {
        id: userId,
        newest: `SELECT c.* FROM read_models.site_staff w CROSS JOIN LATERAL (${newestOf('c.site_id = w.site_id')}) c
          WHERE w.user_id = :id AND w.is_active ${NEWEST_FIRST}`,
      };
    case 'distributor':
      // Only the QRs that were scanned last can have the newest scans, so finding them takes one look-up per QR.
      return {
        id: userId,
        newest: `WITH RECURSIVE ${mineSql(':id')},
          scanned_last AS (
            SELECT c.qr_id FROM mine CROSS JOIN LATERAL (
              SELECT c.qr_id, c.scanned_at, c.scan_id FROM read_models.scans c WHERE c.qr_id = mine.qr_id AND ${before}
              ORDER BY c.scanned_at DESC, c.scan_id DESC LIMIT 1) c ${NEWEST_FIRST})
          SELECT c.* FROM scanned_last l CROSS JOIN LATERAL (${newestOf('c.qr_id = l.qr_id')}) c ${NEWEST_FIRST}`,
      };
    case 'customer':
      return { id: userId, newest: newestOf('c.customer_id = :id') };
  }
}

/** The newest scans in the scope of the active role, and one more than the page has. */
function newestScans(pool: Pool, session: Session, { limit, after }: Page<TimeAndId>): Promise<readonly ScanRow[]> {
  const before = after === null ? 'true' : '(c.scanned_at, c.scan_id) < (:time::timestamptz, :scanId::uuid)';
  const { id, newest } = scopeOf(session, before);
  const [time, scanId] = after ?? [];
  return select<ScanRow>(pool, newest, { id, limit: limit + 1, ...(after !== null && { time, scanId }) });
}

/** Pages show five of them; a few more leave room for a longer list. */
const NEWEST = 20;

function mountNewestScans(app: FastifyInstance, { pool, authenticate }: QueryServiceDeps): void {
  mountCall(app, authenticate, dashboardCalls.activity, async ({ query, session, reply }) => {
    const page = pageOf({ limit: NEWEST, ...query }, timeAndId);
    const scans = cutPage(reply, page, await newestScans(pool, session, page), (row) => [row.scanned_at, row.scan_id]);
    return {
      answer: scans.map((row) => ({
        scanId: row.scan_id,
        name: row.qr_name,
        scanDate: row.scanned_at,
        isRedeemed: row.redeemed_at !== null,
      })),
    };
  });
}

/** More than an operator decides in a day. */
const MAX_FUNDINGS = 200;

/** What waits for the operator. */
function mountPayoutFundings(app: FastifyInstance, { authenticate, pool }: QueryServiceDeps): void {
  mountCall(app, authenticate, payoutFundingCalls.payoutFundings, async () => {
    const rows = await select<Omit<PayoutFundingAnswer, 'amount'> & { readonly minor: bigint }>(
      pool,
      `SELECT p.funding_id AS id, p.tenant_id AS "tenantId", min(s.name) AS site, p.funding AS status, p.currency,
         sum(p.amount_minor)::bigint AS minor, count(*)::int AS payouts, min(p.created_at) AS "createdAt"
       FROM read_models.payouts p JOIN read_models.sites s USING (site_id)
       WHERE p.funding IN ('awaiting_approval', 'disputed')
       GROUP BY p.funding_id, p.tenant_id, p.funding, p.currency ORDER BY min(p.created_at), p.funding_id LIMIT ${MAX_FUNDINGS}`,
    );
    return { answer: rows.map(({ minor, ...row }) => ({ ...row, amount: fromMinor(minor, row.currency) })) };
  });
}

/** Calls that read no asynchronous read model. */
const OF_INLINE = [
  mountSites,
  mountQrs,
  mountQrDesigns,
  mountPrintSheets,
  mountScanInfo,
  mountMyScans,
  mountPayouts,
  mountPayoutFundings,
  mountNewestScans,
  mountCounter,
  mountRedemptions,
  mountRefusals,
  mountDistributors,
  mountDisputes,
  mountAuditors,
  mountLooks,
];
const OF_ALL = [mountLedger, mountDashboard, mountStandings, mountFlags, mountNotifications, mountTenants];

/**
 * Mounts every read of the product. Reads use only the views of the read models, and wait for `X-Min-Position`.
 * @param mountAlso mounts other services' calls that read the read models and have to wait in the same way
 */
export function mountQueryService(
  app: FastifyInstance,
  deps: QueryServiceDeps & { readonly drawSheet: DrawSheet },
  mountAlso: (scope: FastifyInstance) => void,
): void {
  // A separate scope limits the waiting to these calls.
  void app.register(async (scope) => {
    const feed = new PositionFeed(deps.pool, deps.logger, deps.timers);
    scope.addHook('onClose', () => feed.close());
    void scope.register(async (inline) => {
      installWaitForPosition(inline, feed, 'inline', deps.head);
      for (const mount of OF_INLINE) mount(inline, deps, feed);
    });
    void scope.register(async (all) => {
      installWaitForPosition(all, feed, 'all', deps.head);
      mountLive(all, deps, feed);
      for (const mount of OF_ALL) mount(all, deps);
      mountAlso(all);
    });
  });
}
