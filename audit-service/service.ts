import type { FastifyInstance } from 'fastify';
import { mountChain } from './chain/routes.ts';
import type { AuditServiceDeps } from './deps.ts';
import { mountExplanation } from './explanation/routes.ts';
import { mountMarks } from './marks/routes.ts';
import { mountReports } from './reports/routes.ts';
import { mountStatements } from './statement/routes.ts';
import { mountSupport } from './support/routes.ts';
import { mountTreeAsOf } from './tree-as-of/routes.ts';

/**
 * What is answered from the events themselves: a site's trees as they were, why a ledger entry is what it is, whether
 * all of it computes to the same again, and what other rules would have come to. The folds are this service's own, so that they check what the command service decided and the projector wrote.
 */
export function mountAuditService(app: FastifyInstance, deps: AuditServiceDeps): void {
  mountTreeAsOf(app, deps);
  mountExplanation(app, deps);
  mountReports(app, deps);
  mountMarks(app, deps);
  mountChain(app, deps);
  mountStatements(app, deps);
  mountSupport(app, deps);
}
