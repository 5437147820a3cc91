import type { FastifyInstance } from 'fastify';
import { mountActivity } from './activity/routes.ts';
import { mountDashboard } from './dashboard/routes.ts';
import type { QueryServiceDeps } from './deps.ts';
import { mountDistributors } from './distributors/routes.ts';
import { mountFlags } from './flags/routes.ts';
import { mountLedger } from './ledger/routes.ts';
import { mountLive } from './live/routes.ts';
import { mountMyScans } from './my-scans/routes.ts';
import { mountPayouts } from './payouts/routes.ts';
import { PositionFeed } from './position-feed.ts';
import { mountQrs } from './qrs/routes.ts';
import { mountRefusals } from './refusals/routes.ts';
import { mountScanInfo } from './scan-info/routes.ts';
import { mountSiteReports } from './site-reports/routes.ts';
import { mountSites } from './sites/routes.ts';
import { installWaitForPosition } from './wait-for-position.ts';

/**
 * Every read of the product. They read the read models' views alone, and wait for `X-Min-Position`.
 * @param mountAlso calls of somebody else that show read models, too, and so wait in the same way
 */
export function mountQueryService(
  app: FastifyInstance,
  deps: QueryServiceDeps,
  mountAlso: (scope: FastifyInstance) => void = () => {},
): void {
  // In a scope of its own, so that the waiting is for these calls alone.
  void app.register(async (scope) => {
    const feed = new PositionFeed(deps.pool, deps.logger);
    scope.addHook('onClose', () => feed.close());
    installWaitForPosition(scope, feed);
    mountLive(scope, deps, feed);
    for (const mount of [
      mountSites,
      mountQrs,
      mountScanInfo,
      mountMyScans,
      mountLedger,
      mountPayouts,
      mountDashboard,
      mountActivity,
      mountSiteReports,
      mountRefusals,
      mountFlags,
      mountDistributors,
    ]) {
      mount(scope, deps, feed);
    }
    mountAlso(scope);
  });
}
