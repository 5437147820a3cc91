import type { RecurringJob } from '@perktree/platform/jobs/jobs';
import type { FastifyInstance } from 'fastify';
import { BackPressure } from './back-pressure/back-pressure.ts';
import { askProjected, installBackPressure, watched } from './back-pressure/install.ts';
import { type Billing, createBilling } from './billing.ts';
import { createCommandHandler } from './command-handler.ts';
import { mountCommissionTreeRoutes } from './commission-tree/routes.ts';
import type { CommandServiceDeps, CommandServiceOptions } from './deps.ts';
import { installCommandKeys } from './idempotency/install.ts';
import { createCommandJobs } from './jobs/command-jobs.ts';
import { createSqlLookups } from './lookups/sql-lookups.ts';
import { measuredHandler } from './measured-handler.ts';
import { mountRedemptionRoutes } from './redemption/routes.ts';
import { mountScanRoutes } from './scan/routes.ts';
import { mountSiteRoutes } from './site/routes.ts';
import { createQuotas } from './subscription/quotas.ts';

export { commandServiceMigrations } from './migrations.ts';

export interface CommandService extends CommandServiceDeps {
  readonly billing: Billing;
  /** What has to be asked for again and again. */
  readonly jobs: readonly RecurringJob[];
}

/** Serves all commands of the product on an app; the routes are there once the app is ready. */
export function mountCommandService(app: FastifyInstance, options: CommandServiceOptions): CommandService {
  const { pool, logger, onCommand = () => {}, onRegression = () => {} } = options;
  const pressure = new BackPressure(askProjected(pool));
  const store = watched(options.store, pressure);
  const lookups = createSqlLookups({ pool, store });
  const forget = () => {
    lookups.forget();
    pressure.forget();
  };
  const plainHandler = createCommandHandler({
    store,
    logger,
    onRegression() {
      forget();
      onRegression();
    },
    onServerReplaced: forget,
  });
  const handler = measuredHandler(plainHandler, onCommand);
  const deps: CommandServiceDeps = {
    ...options,
    store,
    handler,
    // What a command takes of the plan is no command of its own.
    quotas: createQuotas({ handler: plainHandler, store, logger }),
    lookups,
  };
  const billing = createBilling(deps);
  // A scope of its own, so that idempotency keys bind the calls of this service and no others.
  void app.register(async (scope) => {
    installBackPressure(scope, pressure);
    installCommandKeys(scope, deps);
    mountSiteRoutes(scope, deps);
    mountCommissionTreeRoutes(scope, deps);
    mountScanRoutes(scope, deps);
    mountRedemptionRoutes(scope, deps);
    billing.mount(scope);
  });
  return { ...deps, billing, jobs: createCommandJobs(deps, billing) };
}
