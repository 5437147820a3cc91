import type { RecurringJob } from '@perktree/platform/jobs/jobs';
import type { FastifyInstance } from 'fastify';
import { mountAuditorRoutes } from './auditor/routes.ts';
import { type Billing, createBilling } from './billing.ts';
import type { CommandServiceDeps, CommandServiceOptions } from './deps.ts';
import { createCommandHandler } from './engine/command-handler.ts';
import { createSnapshots } from './engine/snapshots/snapshots.ts';
import { createTurns } from './engine/turns.ts';
import { installCommandKeys } from './http/idempotency/install.ts';
import { createSqlLookups } from './http/lookups/sql-lookups.ts';
import { createStaffSites } from './http/lookups/staff-sites.ts';
import { measuredHandler } from './http/outcomes/measured-handler.ts';
import { createCommandJobs } from './jobs.ts';
import { SNAPSHOTS_TABLE } from './migrations.ts';
import { mountCommissionTreeRoutes } from './qr/routes.ts';
import { mountCustomerRoute } from './redemption/customer-route.ts';
import { mountCounterRoutes } from './redemption/routes.ts';
import { mountScanRoutes } from './scan/routes.ts';
import { mountSiteRoutes } from './site/routes.ts';
import { createQuotas } from './subscription/quotas.ts';

export interface CommandService extends CommandServiceDeps {
  readonly billing: Billing;
  readonly jobs: readonly RecurringJob[];
}

/** Mounts all commands of the product. The routes exist once the app is ready. */
export function mountCommandService(app: FastifyInstance, options: CommandServiceOptions): CommandService {
  const { pool, store, logger, onCommand = () => {}, onRegression = () => {} } = options;
  const lookups = createSqlLookups({ pool, store });
  const snapshots = createSnapshots({ table: SNAPSHOTS_TABLE, pool, logger });
  app.addHook('onClose', () => snapshots.close());
  const unmeasuredHandler = createCommandHandler({
    store,
    logger,
    snapshots,
    turns: createTurns(pool),
    onRegression() {
      lookups.forget();
      onRegression();
    },
    onServerReplaced: () => lookups.forget(),
  });
  const handler = measuredHandler(unmeasuredHandler, onCommand);
  const deps: CommandServiceDeps = {
    ...options,
    handler,
    // Reserving a plan's quota is part of a command, so it is not measured as one.
    quotas: createQuotas({ handler: unmeasuredHandler, store, logger }),
    lookups,
  };
  const billing = createBilling(deps);
  // A separate scope, so that idempotency keys apply to the calls of this service only.
  void app.register(async (scope) => {
    installCommandKeys(scope, deps);
    mountSiteRoutes(scope, deps);
    mountAuditorRoutes(scope, deps);
    mountCommissionTreeRoutes(scope, deps);
    mountScanRoutes(scope, deps);
    mountCustomerRoute(scope, deps);
    mountCounterRoutes(scope, deps, createStaffSites(deps));
    billing.mount(scope);
  });
  return { ...deps, billing, jobs: createCommandJobs(deps, billing) };
}
