import type { FastifyInstance } from 'fastify';
import { mountChain } from './chain/routes.ts';
import type { AuditServiceDeps } from './deps.ts';
import { mountExplanation } from './explanation/routes.ts';
import { mountMarks } from './marks/routes.ts';
import { mountPayoutReports } from './payout/routes.ts';
import { mountChecks } from './reports/check-routes.ts';
import { mountAuditReports } from './reports/routes.ts';
import { siteWalks } from './reports/site-walks.ts';
import { mountStatements } from './statement/routes.ts';
import { mountSupport } from './support/routes.ts';
import { mountTerms } from './terms/routes.ts';
import { mountTreeAsOf } from './tree-as-of/routes.ts';

/**
 * Answers from the events: past trees of a site, the explanation of a ledger entry, the replay of all commissions, and
 * what-if simulations. Its folds are independent of the command service and the projector, so they check both.
 */
export function mountAuditService(app: FastifyInstance, deps: AuditServiceDeps): void {
  mountTreeAsOf(app, deps);
  mountExplanation(app, deps);
  const walks = siteWalks(deps);
  mountPayoutReports(app, deps);
  mountAuditReports(app, deps, walks);
  mountChecks(app, deps, walks);
  mountMarks(app, deps);
  mountTerms(app, deps);
  mountChain(app, deps);
  mountStatements(app, deps);
  mountSupport(app, deps);
}
