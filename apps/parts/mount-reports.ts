import { mountAuditService } from '@perktree/audit-service/service';
import type { Sealing } from '@perktree/audit-service/statement/sealing';
import type { LongWork } from '@perktree/platform/files/long-call';
import { collectOwnRecords, hasFewRecords } from '@perktree/query-service/own-data/collect';
import type { FastifyInstance } from 'fastify';
import type { SharedByServices } from './mount-commands.ts';

export interface ReportsOnly {
  /** Undefined: calls make no statements. */
  readonly sealing?: Sealing | undefined;
  /** Undefined: long calls are answered at once. */
  readonly longWork?: LongWork | undefined;
}

/** Audit and the export of personal data: all long calls are among them. They wait for `X-Min-Position` if the scope does. */
export function mountReports(scope: FastifyInstance, { identity, ...shared }: SharedByServices & ReportsOnly): void {
  const { pool, longWork } = shared;
  const { authenticate, accounts } = identity;
  identity.mountExport(scope, {
    ...{ authenticate, longWork },
    collectOwnRecords: (userId) => collectOwnRecords({ pool, ...accounts }, userId),
    hasFewRecords: (userId) => hasFewRecords(pool, userId),
  });
  mountAuditService(scope, { ...shared, authenticate, accounts });
}
