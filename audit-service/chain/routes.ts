import { auditChainCalls } from '@perktree/contracts/audit/chain-calls';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { invalidField } from '@perktree/contracts/kernel/validation-issues';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { FastifyInstance } from 'fastify';
import type { AuditServiceDeps } from '../deps.ts';
import { newestPushes, timeStampOf } from '../heads/head-pushes.ts';
import { stampedAt } from '../heads/time-stamp.ts';
import { consistencyProof } from './consistency.ts';
import { recordedEvents } from './segments.ts';
import { headFile, headOf, newestHeads } from './signed-heads.ts';
import { publishedKeys } from './signing-keys.ts';

const MAX_PUSHES = 60;

/** The public data that an outsider needs to check this product's history. */
export function mountChain(app: FastifyInstance, { authenticate, pool }: AuditServiceDeps): void {
  mountCall(app, authenticate, auditChainCalls.auditKeys, async () => ({
    answer: { keys: [...(await publishedKeys(pool))] },
  }));
  mountCall(app, authenticate, auditChainCalls.auditHeads, async ({ query }) => ({
    answer: { heads: [...(await newestHeads(pool, query.limit))] },
  }));
  mountCall(app, authenticate, auditChainCalls.auditHead, async ({ params: { events } }) => {
    const [head, response] = await Promise.all([headOf(pool, events), timeStampOf(pool, events)]);
    if (head === null) throw new Refused('HEAD_NOT_FOUND');
    const timeStamp = response && { at: stampedAt(response), response: response.toString('base64') };
    return { answer: { head, file: headFile(head), timeStamp } };
  });
  mountCall(app, authenticate, auditChainCalls.headPushes, async () => ({
    answer: { pushes: await newestPushes(pool, MAX_PUSHES) },
  }));
  mountCall(app, authenticate, auditChainCalls.auditConsistency, async ({ query: { from, to } }) => {
    if (from > to) throw invalidField('to', 'ENDS_BEFORE_START');
    const max = await recordedEvents(pool);
    if (to > max) throw invalidField('to', 'NOT_WHOLE_IN_RANGE', { min: 1, max });
    const answer = await consistencyProof(pool, from, to);
    if (answer === null) throw new Refused('HISTORY_CHANGED');
    return { answer };
  });
}
