import { mountAuditService } from '@perktree/audit-service/service';
import type { StatementSealing } from '@perktree/audit-service/statement/sealing';
import { payoutAccountHashes } from '@perktree/command-service/payments/provider-accounts';
import type { LongWork } from '@perktree/platform/files/long-call';
import { hasFewRecords } from '@perktree/query-service/account/own-data/collect';
import type { FastifyInstance } from 'fastify';
import type { SharedByServices } from './mount-commands.ts';
import { ownRecordsOf } from './own-data.ts';

export interface ReportsOnly {
  /** Undefined: the calls for statements are refused. */
  readonly sealing?: StatementSealing | undefined;
  /** Undefined: long calls are answered directly, without a file. */
  readonly longWork?: LongWork | undefined;
}

/** Mounts audit and the export of personal data, with all long calls. They wait for `X-Min-Position` if the scope does. */
export function mountReports(scope: FastifyInstance, { identity, ...shared }: SharedByServices & ReportsOnly): void {
  const { pool, longWork } = shared;
  const { authenticate, accounts } = identity;
  identity.mountExport(scope, {
    ...{ authenticate, longWork },
    collectOwnRecords: ownRecordsOf({ pool, store: shared.store, accounts }),
    hasFewRecords: (userId) => hasFewRecords(pool, userId),
  });
  mountAuditService(scope, { ...shared, authenticate, accounts, payoutAccountHashes: payoutAccountHashes(pool) });
}
