import type { FastifyInstance } from 'fastify';
import type { CommandServiceDeps } from '../deps.ts';
import { mountBranchRoutes } from './branch-routes.ts';
import { mountChangeRoutes } from './change-routes.ts';
import { mountClaimRoutes } from './claim-routes.ts';
import { mountCreateRoutes } from './create-routes.ts';
import { mountImportRoutes } from './import-routes.ts';
import { mountSplitRoutes } from './split-routes.ts';

export function mountCommissionTreeRoutes(app: FastifyInstance, deps: CommandServiceDeps): void {
  mountCreateRoutes(app, deps);
  mountImportRoutes(app, deps);
  mountSplitRoutes(app, deps);
  mountChangeRoutes(app, deps);
  mountBranchRoutes(app, deps);
  mountClaimRoutes(app, deps);
}
