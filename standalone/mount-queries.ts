import { mountAuditService } from '@perktree/audit-service/service';
import type { Sealing } from '@perktree/audit-service/statement/sealing';
import { callOutcomes, callRefusals } from '@perktree/contracts/http/call-refusals';
import { calls } from '@perktree/contracts/http/calls';
import { namedSchemas } from '@perktree/contracts/http/named-schemas';
import { otherCalls } from '@perktree/contracts/http/other-calls';
import { openApiDocument } from '@perktree/platform/http/openapi';
import { mountReference } from '@perktree/platform/http/reference';
import { mountQueryService } from '@perktree/query-service/mount';
import { collectOwnRecords } from '@perktree/query-service/own-data/collect';
import type { FastifyInstance } from 'fastify';
import type { SharedByServices } from './mount-commands.ts';

export interface QueriesOnly {
  /** Left out: no statements are made here. */
  readonly sealing?: Sealing | undefined;
}

/** Everything that only reads: the screens' data, one's own data as a file, the audit, and the reference of the calls. */
export function mountQueries(app: FastifyInstance, { identity, ...shared }: SharedByServices & QueriesOnly): void {
  const { pool } = shared;
  const { authenticate, accounts } = identity;
  mountQueryService(app, { ...shared, authenticate, accounts }, (scope) => {
    identity.mountExport(scope, { collectOwnRecords: (userId) => collectOwnRecords({ pool, ...accounts }, userId) });
    mountAuditService(scope, { ...shared, authenticate, accounts });
  });
  const catalogue = { calls, others: otherCalls, namedSchemas, refusals: callRefusals, outcomes: callOutcomes };
  const about = { title: 'PerkTree: the calls', version: '1', sessionCookie: identity.sessionCookieName };
  mountReference(app, () => openApiDocument(catalogue, about));
}
