import type { FastifyInstance } from 'fastify';
import { mountAuditors } from './auditor/routes.ts';
import { mountDashboard } from './dashboard/routes.ts';
import { mountDisputes } from './dispute/routes.ts';
import { mountDistributors } from './distributor/routes.ts';
import type { QueryServiceDeps } from './engine/deps.ts';
import { mountLive } from './engine/live/routes.ts';
import { PositionFeed } from './engine/position-feed.ts';
import { installWaitForPosition } from './engine/wait-for-position.ts';
import { mountFlags } from './flag/routes.ts';
import { mountLedger } from './ledger/routes.ts';
import { mountNotifications } from './notification/routes.ts';
import { mountPayoutFundings } from './payout/fundings.ts';
import { mountPayouts } from './payout/routes.ts';
import { mountQrDesigns } from './qr/design-routes.ts';
import type { DrawSheet } from './qr/print-sheets/draw-sheet.ts';
import { mountPrintSheets } from './qr/print-sheets/routes.ts';
import { mountQrs } from './qr/routes.ts';
import { mountActivity } from './redemption/counter-routes.ts';
import { mountRefusals } from './redemption/refusals-routes.ts';
import { mountMyScans } from './scan/my-scans-routes.ts';
import { mountScanInfo } from './scan/routes.ts';
import { mountSiteReports } from './site/report-routes.ts';
import { mountSites } from './site/routes.ts';
import { mountLooks } from './support/looks-routes.ts';
import { mountTenants } from './support/tenant-routes.ts';

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
  mountActivity,
  mountRefusals,
  mountDistributors,
  mountDisputes,
  mountAuditors,
  mountLooks,
];
const OF_ALL = [mountLedger, mountDashboard, mountSiteReports, mountFlags, mountNotifications, mountTenants];

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
