import type { FastifyInstance } from 'fastify';
import { createCommandHandler } from './command-handler.ts';
import { mountCommissionTreeRoutes } from './commission-tree/routes.ts';
import type { CommandServiceDeps, CommandServiceOptions } from './deps.ts';
import { installIdempotencyKeys } from './idempotency/install.ts';
import { createSqlLookups } from './lookups/sql-lookups.ts';
import { mountRedemptionRoutes } from './redemption/routes.ts';
import { mountScanRoutes } from './scan/routes.ts';
import { mountSiteRoutes } from './site/routes.ts';

export { commandServiceMigrations } from './migrations.ts';

/** Serves all commands of the product on an app; the routes are there once the app is ready. */
export function mountCommandService(app: FastifyInstance, options: CommandServiceOptions): CommandServiceDeps {
  const { store, pool, logger } = options;
  const deps: CommandServiceDeps = {
    ...options,
    handler: createCommandHandler({ store, logger }),
    lookups: createSqlLookups({ pool, store }),
  };
  // A scope of its own, so that idempotency keys bind the calls of this service and no others.
  void app.register(async (scope) => {
    installIdempotencyKeys(scope, deps);
    mountSiteRoutes(scope, deps);
    mountCommissionTreeRoutes(scope, deps);
    mountScanRoutes(scope, deps);
    mountRedemptionRoutes(scope, deps);
  });
  return deps;
}
