import { auditReports, mountAuditService } from '@perktree/audit-service/service';
import type { StatementSealing } from '@perktree/audit-service/statement/sealing';
import { payoutAccountHashes } from '@perktree/command-service/payments/provider-accounts';
import { type LongCall, mountLongCalls } from '@perktree/platform/files/long-call';
import { hasFewRecords } from '@perktree/query-service/account/own-data/collect';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import type { SharedByServices } from './mount-commands.ts';
import { ownRecordsOf } from './own-data.ts';

export interface ReportsOnly {
  /** Undefined: the calls for statements are refused. */
  readonly sealing?: StatementSealing | undefined;
  /** Of the primary. Undefined: long calls are answered directly, without a file. */
  readonly files?: Pool | undefined;
}

type Shared = SharedByServices & ReportsOnly;

/** All calls of which a file can be made: reports of the audit, and the export of personal data. */
export function longCallsOf({ identity, ...shared }: Shared): readonly LongCall[] {
  const { pool, store } = shared;
  const { accounts } = identity;
  const ownData = identity.ownDataExport({
    collectOwnRecords: ownRecordsOf({ pool, store, accounts }),
    hasFewRecords: (userId) => hasFewRecords(pool, userId),
  });
  return [ownData, ...auditReports(auditDeps({ identity, ...shared }))];
}

/** Mounts audit and all long calls. They wait for `X-Min-Position` if the scope does. */
export function mountReports(scope: FastifyInstance, shared: Shared): void {
  const { files, clock, identity } = shared;
  mountLongCalls(scope, { authenticate: identity.authenticate, clock, files }, longCallsOf(shared));
  mountAuditService(scope, auditDeps(shared));
}

function auditDeps({ identity: { authenticate, accounts }, ...shared }: Shared) {
  return { ...shared, authenticate, accounts, payoutAccountHashes: payoutAccountHashes(shared.pool) };
}
