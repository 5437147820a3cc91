import type { LongCall } from '@perktree/platform/files/long-call';
import type { FastifyInstance } from 'fastify';
import { mountChain } from './chain/routes.ts';
import type { AuditServiceDeps } from './deps.ts';
import { mountExplanation } from './explanation/routes.ts';
import { mountMarks } from './marks/routes.ts';
import { mountPayoutReports } from './payout/routes.ts';
import { checkReports, mountEntryTrail } from './reports/check-routes.ts';
import { siteReports } from './reports/routes.ts';
import { siteReplays } from './reports/scope.ts';
import { statementReports } from './statement/routes.ts';
import { mountSupport } from './support/routes.ts';
import { mountTerms } from './terms/routes.ts';
import { treeAsOfCall } from './tree-as-of/routes.ts';

/**
 * Answers from the events, but the reports (`auditReports`): the explanation of a ledger entry, the terms of a site, its
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

/**
 * All reports about a site or a distributor: past trees, statements, and what a replay of the events computes. Each is a function
 * of its input and a moment, so that a server answers it at once, or another process makes a file of it.
 */
export function auditReports(deps: AuditServiceDeps): readonly LongCall[] {
  const replays = siteReplays(deps);
  return [treeAsOfCall(deps), ...siteReports(deps, replays), ...checkReports(deps, replays), ...statementReports(deps)];
}
