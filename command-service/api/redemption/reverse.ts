import type { EventOf } from '@perktree/contracts/events/catalogue';
import { Refused } from '@perktree/contracts/refusals';
import { streams } from '@perktree/contracts/streams';
import {
  historyOf,
  type RedemptionHistories,
  type RedemptionHistory,
  redemptionHistoriesDecider,
  reverseRedemption,
} from '../../domain/redemption/reverse.ts';
import type { CommandContext } from '../../engine/command.ts';
import { deriveUuid } from '../../engine/derive-uuid.ts';
import type { CommandServiceDeps } from '../deps.ts';
import { executeWithNote } from '../execute-with-note.ts';

export type ReverseDeps = Pick<CommandServiceDeps, 'handler' | 'lookups' | 'accounts'>;

interface Reversal {
  readonly redemptionId: string;
  /** The tenant that must own the redemption; null: the caller has none. */
  readonly tenantId: string | null;
  readonly reason: string;
  /** A decimal string. Default: the rest of the sale amount. */
  readonly amount?: string | undefined;
  /** Whether a wholly reversed redemption stops counting towards limits. Default: true. */
  readonly freeSlot?: boolean | undefined;
  readonly context: CommandContext;
}

/** @throws Refused REDEMPTION_NOT_FOUND, also for another tenant's redemption; READ_MODEL_BEHIND; as reverseRedemption does */
type Reverse = (
  reversal: Reversal,
) => Promise<{ readonly event: EventOf<'RedemptionReversed'>; readonly position: bigint | undefined }>;

export function createReverse({ handler, lookups, accounts }: ReverseDeps): Reverse {
  return async ({ redemptionId, tenantId, reason, amount, freeSlot, context }) => {
    const qrId = await lookups.qrOfRedemption(redemptionId);
    if (qrId === null) throw new Refused('REDEMPTION_NOT_FOUND');
    const reversalId = deriveUuid('reversal', context.commandId);
    const noteId = deriveUuid('reversal note', context.commandId);
    const stream = streams.redemptions(qrId);
    const decider = redemptionHistoriesDecider;
    const ownHistory = (histories: RedemptionHistories) => {
      const history = historyOf(histories, { redemptionId });
      if (history?.redeemed.tenantId !== tenantId) throw new Refused('REDEMPTION_NOT_FOUND');
      return history;
    };
    const history = ownHistory((await handler.load(stream, decider)).state);
    const { events, position } = await executeWithNote(
      { handler, notes: accounts },
      {
        ...{ stream, decider, context },
        decide: (histories) =>
          reverseRedemption(ownHistory(histories), {
            ...{ reversalId, noteId, now: context.now },
            amount: amount ?? null,
            freeSlot: freeSlot ?? true,
            compensatingEntryId: (entryId) => deriveUuid('compensating entry', reversalId, entryId),
          }),
      },
      { noteId, authorId: context.actor.id, about: peopleOf(history), text: reason },
    );
    const [event] = events;
    if (event?.type !== 'RedemptionReversed') throw new Error(`reversing ${redemptionId} appended ${event?.type}`);
    return { event, position };
  };
}

/** The customer, the confirming person, and the distributors who earned or will. */
function peopleOf({ redeemed, earned }: NonNullable<RedemptionHistory>): readonly string[] {
  const shares = earned?.shares ?? redeemed.awaitsConfirmation?.shares ?? [];
  return [redeemed.customerId, (earned ?? redeemed).confirmedBy, ...shares.map(({ ownerId }) => ownerId)];
}
