import { mountAuditService } from '@perktree/audit-service/service';
import { collectOwnRecords, hasFewRecords } from '@perktree/query-service/own-data/collect';
import type { FastifyInstance } from 'fastify';
import type { SharedByServices } from './mount-commands.ts';
import type { QueriesOnly } from './mount-queries.ts';

/** Audit and the export of personal data: all long calls are among them. They wait for `X-Min-Position` if the scope does. */
export function mountReports(scope: FastifyInstance, { identity, ...shared }: SharedByServices & QueriesOnly): void {
  const { pool, longWork } = shared;
  const { authenticate, accounts } = identity;
  identity.mountExport(scope, {
    ...{ authenticate, longWork },
    collectOwnRecords: (userId) => collectOwnRecords({ pool, ...accounts }, userId),
    hasFewRecords: (userId) => hasFewRecords(pool, userId),
  });
  mountAuditService(scope, { ...shared, authenticate, accounts });
}
