import { mountAuditService } from '@perktree/audit-service/service';
import type { Sealing } from '@perktree/audit-service/statement/sealing';
import { payoutAccountHashes } from '@perktree/command-service/payments/provider-accounts';
import { streams } from '@perktree/contracts/streams';
import type { LongWork } from '@perktree/platform/files/long-call';
import { collectOwnRecords, hasFewRecords } from '@perktree/query-service/own-data/collect';
import type { FastifyInstance } from 'fastify';
import type { SharedByServices } from './mount-commands.ts';

export interface ReportsOnly {
  /** Undefined: the calls for statements are refused. */
  readonly sealing?: Sealing | undefined;
  /** Undefined: long calls are answered directly, without a file. */
  readonly longWork?: LongWork | undefined;
}

/** Mounts audit and the export of personal data, with all long calls. They wait for `X-Min-Position` if the scope does. */
export function mountReports(scope: FastifyInstance, { identity, ...shared }: SharedByServices & ReportsOnly): void {
  const { pool, longWork } = shared;
  const { authenticate, accounts } = identity;
  const disputeNotes = async (redemptionId: string) =>
    (await shared.store.readStream(streams.dispute(redemptionId))).map(
      ({ data }) => (data as { noteId: string }).noteId,
    );
  identity.mountExport(scope, {
    ...{ authenticate, longWork },
    collectOwnRecords: (userId) => collectOwnRecords({ pool, ...accounts, disputeNotes }, userId),
    hasFewRecords: (userId) => hasFewRecords(pool, userId),
  });
  mountAuditService(scope, { ...shared, authenticate, accounts, payoutAccountHashes: payoutAccountHashes(pool) });
}
