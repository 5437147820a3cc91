import { auditChainCalls } from '@perktree/contracts/http/audit-chain';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { FastifyInstance } from 'fastify';
import type { AuditServiceDeps } from '../deps.ts';
import { newestHeads, publishedKeys } from './signed-heads.ts';

/** The public data that an outsider needs to check this product's history. */
export function mountChain(app: FastifyInstance, { authenticate, pool }: AuditServiceDeps): void {
  mountCall(app, authenticate, auditChainCalls.auditKeys, async () => ({
    answer: { keys: [...(await publishedKeys(pool))] },
  }));
  mountCall(app, authenticate, auditChainCalls.auditHeads, async ({ query }) => ({
    answer: { heads: [...(await newestHeads(pool, query.limit))] },
  }));
}
