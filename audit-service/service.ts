import type { FastifyInstance } from 'fastify';
import type { AuditServiceDeps } from './deps.ts';
import { mountExplanation } from './explanation/routes.ts';
import { mountTreeAsOf } from './tree-as-of/routes.ts';

/**
 * What is answered from the events themselves: a site's trees as they were, and why a ledger entry is what it is. The
 * folds are this service's own, so that they check what the command service decided and the projector wrote.
 */
export function mountAuditService(app: FastifyInstance, deps: AuditServiceDeps): void {
  mountTreeAsOf(app, deps);
  mountExplanation(app, deps);
}
