import type { FastifyInstance } from 'fastify';
import { mountActivity } from './activity/routes.ts';
import { mountAuditors } from './auditors/routes.ts';
import { mountDashboard } from './dashboard/routes.ts';
import type { QueryServiceDeps } from './deps.ts';
import { mountDisputes } from './disputes/routes.ts';
import { mountDistributors } from './distributors/routes.ts';
import { mountFlags } from './flags/routes.ts';
import { mountLedger } from './ledger/routes.ts';
import { mountLive } from './live/routes.ts';
import { mountLooks } from './looks/routes.ts';
import { mountMyScans } from './my-scans/routes.ts';
import { mountNotifications } from './notifications/routes.ts';
import { mountPayoutFundings } from './payouts/fundings.ts';
import { mountPayouts } from './payouts/routes.ts';
import { PositionFeed } from './position-feed.ts';
import { mountPrintSheets } from './print-sheets/routes.ts';
import { mountQrDesigns } from './qr-designs/routes.ts';
import { mountQrs } from './qrs/routes.ts';
import { mountRefusals } from './refusals/routes.ts';
import { mountScanInfo } from './scan-info/routes.ts';
import { mountSiteReports } from './site-reports/routes.ts';
import { mountSites } from './sites/routes.ts';
import { mountTenants } from './tenants/routes.ts';
import { installWaitForPosition } from './wait-for-position.ts';

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
  deps: QueryServiceDeps,
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
