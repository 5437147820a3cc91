import type { FastifyInstance } from 'fastify';
import { mountChain } from './chain/routes.ts';
import type { AuditServiceDeps } from './deps.ts';
import { mountExplanation } from './explanation/routes.ts';
import { mountMarks } from './marks/routes.ts';
import { mountPayoutReports } from './payout/routes.ts';
import { mountEntryTrail } from './reports/check-routes.ts';
import { mountSupport } from './support/routes.ts';
import { mountTerms } from './terms/routes.ts';

/**
 * Answers from the events, but the reports (reports/reports.ts): the explanation of a ledger entry, the terms of a site, its
 * payouts. The folds are independent of the command service and the projector, so they check both.
 */
export function mountAuditService(app: FastifyInstance, deps: AuditServiceDeps): void {
  mountExplanation(app, deps);
  mountPayoutReports(app, deps);
  mountEntryTrail(app, deps);
  mountMarks(app, deps);
  mountTerms(app, deps);
  mountChain(app, deps);
  mountSupport(app, deps);
}
