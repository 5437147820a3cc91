import { reversalCalls } from '@perktree/contracts/redemption/reversal-calls';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { FastifyInstance } from 'fastify';
import type { CommandServiceDeps } from '../deps.ts';
import { commandContext } from '../http/command-context.ts';
import { createReverse, type ReverseDeps } from './reverse.ts';

/** Reversals by the owner of the site, and corrections by the member of staff who confirmed; 404 for other callers. */
export function mountReverseRoute(
  app: FastifyInstance,
  deps: ReverseDeps & Pick<CommandServiceDeps, 'authenticate' | 'clock'>,
): void {
  const { authenticate, clock } = deps;
  const reverse = createReverse(deps);

  mountCall(app, authenticate, reversalCalls.reverseRedemption, async ({ params, body, session, request }) => {
    const { redemptionId } = params;
    const context = commandContext({ request, session, clock, commandName: 'ReverseRedemption', role: 'site_owner' });
    const { tenantId } = session;
    const { event, position } = await reverse({ ...body, redemptionId, tenantId, context });
    const { reversalId, amount, whole, shares } = event.data;
    const entries = shares.map((share) => ({ id: share.entryId, qrId: share.qrId, amount: share.amount }));
    return { answer: { reversalId, redemptionId, amount, whole, entries }, position };
  });

  mountCall(app, authenticate, reversalCalls.correctRedemption, async ({ params, body, session, request }) => {
    const { redemptionId } = params;
    const context = commandContext({ request, session, clock, commandName: 'CorrectRedemption' });
    const { event, position } = await reverse({ ...body, redemptionId, context });
    const { amount, whole } = event.data;
    return { answer: { redemptionId, amount, whole }, position };
  });
}
