import { type Currency, fromMinor } from '@perktree/contracts/kernel/money';
import type { FundingState } from '@perktree/contracts/payout/calls';
import { payoutFundingCalls } from '@perktree/contracts/payout/funding-calls';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { FastifyInstance } from 'fastify';
import { mountAuditors } from './auditor/routes.ts';
import { mountNewestScans } from './dashboard/newest-scans.ts';
import { mountDashboard } from './dashboard/routes.ts';
import { mountDisputes } from './dispute/routes.ts';
import { mountDistributors } from './distributor/routes.ts';
import { mountStandings } from './distributor/standings.ts';
import type { QueryServiceDeps } from './engine/deps.ts';
import { mountLive } from './engine/live/routes.ts';
import { PositionFeed } from './engine/position-feed.ts';
import { select } from './engine/sql.ts';
import { installWaitForPosition } from './engine/wait-for-position.ts';
import { mountFlags } from './flag/routes.ts';
import { mountLedger } from './ledger/routes.ts';
import { mountNotifications } from './notification/routes.ts';
import { mountPayouts } from './payout/routes.ts';
import { mountQrDesigns } from './qr/design-routes.ts';
import type { DrawSheet } from './qr/print-sheets/draw-sheet.ts';
import { mountPrintSheets } from './qr/print-sheets/routes.ts';
import { mountQrs } from './qr/routes.ts';
import { mountCounter } from './redemption/counter-routes.ts';
import { mountRefusals } from './redemption/refusals-routes.ts';
import { mountRedemptions } from './redemption/routes.ts';
import { mountMyScans } from './scan/my-scans-routes.ts';
import { mountScanInfo } from './scan/routes.ts';
import { mountSites } from './site/routes.ts';
import { mountLooks } from './support/looks-routes.ts';
import { mountTenants } from './support/tenant-routes.ts';

/** More than an operator decides in a day. */
const MOST = 200;

interface FundingRow {
  readonly id: string;
  readonly tenant_id: string;
  readonly site: string;
  readonly status: FundingState;
  readonly amount_minor: bigint;
  readonly currency: Currency;
  readonly payouts: number;
  readonly created_at: string;
}

/** What waits for the operator. */
function mountPayoutFundings(app: FastifyInstance, { authenticate, pool }: QueryServiceDeps): void {
  mountCall(app, authenticate, payoutFundingCalls.payoutFundings, async () => {
    const rows = await select<FundingRow>(
      pool,
      `SELECT p.funding_id AS id, p.tenant_id, min(s.name) AS site, p.funding AS status, p.currency,
         sum(p.amount_minor)::bigint AS amount_minor, count(*)::int AS payouts, min(p.created_at) AS created_at
       FROM read_models.payouts p JOIN read_models.sites s USING (site_id)
       WHERE p.funding IN ('awaiting_approval', 'disputed')
       GROUP BY p.funding_id, p.tenant_id, p.funding, p.currency ORDER BY min(p.created_at), p.funding_id LIMIT ${MOST}`,
    );
    return {
      answer: rows.map((row) => ({
        id: row.id,
        tenantId: row.tenant_id,
        site: row.site,
        status: row.status,
        payouts: row.payouts,
        amount: fromMinor(row.amount_minor, row.currency),
        currency: row.currency,
        createdAt: row.created_at,
      })),
    };
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
  mountAlso: (scope: FastifyInstance) => void = () => {},
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
