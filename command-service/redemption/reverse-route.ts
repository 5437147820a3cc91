import { payoutCalls } from '@perktree/contracts/http/payouts';
import { Refused } from '@perktree/contracts/refusals';
import { streams } from '@perktree/contracts/streams';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { FastifyInstance } from 'fastify';
import { commandContext } from '../command-context.ts';
import { createCommandHandler } from '../command-handler.ts';
import type { CommandServiceDeps } from '../deps.ts';
import { deriveUuid } from '../derive-uuid.ts';
import { signedIn } from '../signed-in.ts';
import { redemptionHistoryDecider, reverseRedemption } from './decide-reverse.ts';
import { createQrOfRedemption, type QrOfRedemption } from './redemption-places.ts';

/** `POST /api/redemptions/{redemptionId}/reverse`: by the owner of the site; for anybody else there is none. */
export function mountReverseRoute(
  app: FastifyInstance,
  deps: Pick<CommandServiceDeps, 'authenticate' | 'clock' | 'pool' | 'store' | 'logger'>,
  qrOfRedemption: QrOfRedemption = createQrOfRedemption(deps),
): void {
  // Its own: it folds the stream to one redemption, and must not push out what redeeming keeps of a hot QR.
  const handler = createCommandHandler(deps);

  mountCall(
    app,
    deps.authenticate,
    payoutCalls.reverseRedemption,
    async ({ params, body, session: maybe, request }) => {
      const session = signedIn(maybe);
      const { redemptionId } = params;
      const qrId = await qrOfRedemption(redemptionId);
      if (qrId === null) throw new Refused('REDEMPTION_NOT_FOUND');
      const context = commandContext({
        ...{ request, session, clock: deps.clock },
        commandName: 'ReverseRedemption',
        role: 'site_owner',
      });
      const reversalId = deriveUuid('reversal', context.commandId);
      const { events, position } = await handler.execute({
        stream: streams.redemptions(qrId),
        decider: redemptionHistoryDecider(redemptionId),
        decide: (history) => {
          if (history?.redeemed.tenantId !== session.tenantId) throw new Refused('REDEMPTION_NOT_FOUND');
          return reverseRedemption(history, {
            ...{ reversalId, reason: body.reason, now: context.now },
            amount: body.amount ?? null,
            freeSlot: body.freeSlot ?? true,
            compensatingEntryId: (entryId) => deriveUuid('compensating entry', reversalId, entryId),
          });
        },
        context,
      });
      const [event] = events;
      if (event?.type !== 'RedemptionReversed') throw new Error(`reversing ${redemptionId} appended ${event?.type}`);
      const { amount, whole, shares } = event.data;
      const entries = shares.map((share) => ({ id: share.entryId, qrId: share.qrId, amount: share.amount }));
      return { answer: { reversalId, redemptionId, amount, whole, entries }, position };
    },
  );
}
