import type { EventData } from '@perktree/contracts/events/catalogue';
import { payoutCalls } from '@perktree/contracts/http/payouts';
import { Refused } from '@perktree/contracts/refusals';
import { streams } from '@perktree/contracts/streams';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { FastifyInstance } from 'fastify';
import { commandContext } from '../command-context.ts';
import type { CommandServiceDeps } from '../deps.ts';
import { deriveUuid } from '../derive-uuid.ts';
import {
  historyOf,
  type RedemptionHistories,
  redemptionHistoriesDecider,
  reverseRedemption,
} from '../domain/redemption/decide-reverse.ts';
import { executeWithNote } from '../execute-with-note.ts';
import { signedIn } from '../signed-in.ts';
import { createQrOfRedemption, type QrOfRedemption } from './redemption-places.ts';

/** `POST /api/redemptions/{redemptionId}/reverse`: by the owner of the site; for anybody else there is none. */
export function mountReverseRoute(
  app: FastifyInstance,
  deps: Pick<CommandServiceDeps, 'authenticate' | 'clock' | 'pool' | 'store' | 'handler' | 'accounts'>,
  qrOfRedemption: QrOfRedemption = createQrOfRedemption(deps),
): void {
  const { handler } = deps;

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
      const noteId = deriveUuid('reversal note', context.commandId);
      const stream = streams.redemptions(qrId);
      const decider = redemptionHistoriesDecider;
      const ownHistory = (histories: RedemptionHistories) => {
        const history = historyOf(histories, params);
        if (history?.redeemed.tenantId !== session.tenantId) throw new Refused('REDEMPTION_NOT_FOUND');
        return history;
      };
      const { redeemed } = ownHistory((await handler.load(stream, decider)).state);
      const { events, position } = await executeWithNote(
        { handler, notes: deps.accounts },
        {
          ...{ stream, decider, context },
          decide: (histories) =>
            reverseRedemption(ownHistory(histories), {
              ...{ reversalId, noteId, now: context.now },
              amount: body.amount ?? null,
              freeSlot: body.freeSlot ?? true,
              compensatingEntryId: (entryId) => deriveUuid('compensating entry', reversalId, entryId),
            }),
        },
        { noteId, authorId: session.userId, about: peopleOf(redeemed), text: body.reason },
      );
      const [event] = events;
      if (event?.type !== 'RedemptionReversed') throw new Error(`reversing ${redemptionId} appended ${event?.type}`);
      const { amount, whole, shares } = event.data;
      const entries = shares.map((share) => ({ id: share.entryId, qrId: share.qrId, amount: share.amount }));
      return { answer: { reversalId, redemptionId, amount, whole, entries }, position };
    },
  );
}

/** The customer, the person who confirmed it, and everyone who earned from it. */
function peopleOf({ customerId, confirmedBy, shares }: EventData<'BenefitRedeemed'>): readonly string[] {
  return [customerId, confirmedBy, ...shares.map(({ ownerId }) => ownerId)];
}
