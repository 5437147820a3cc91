import { type EventOf, type RedemptionEvent, streams } from '@perktree/contracts/catalogue/events';
import type { NoteInEvent } from '@perktree/contracts/kernel/note';
import { Refused } from '@perktree/contracts/kernel/refusals';
import type { CommandServiceDeps } from '../deps.ts';
import { type CommandContext, deriveUuid } from '../engine/command.ts';
import { decode } from '../engine/event-codec.ts';
import { executeWithNote } from '../http/execute-with-note.ts';
import { counterRole, siteFold, worksAt } from '../site/decisions/state.ts';
import {
  correctRedemption,
  type RedemptionHistory,
  redemptionHistory,
  reverseRedemption,
} from './decisions/reverse.ts';
import { type RedemptionsState, redemptionsFold, revisionsOf } from './decisions/state.ts';

export interface ReverseDeps extends Pick<CommandServiceDeps, 'handler' | 'accounts'> {
  readonly lookups: Pick<CommandServiceDeps['lookups'], 'qrOfRedemption'>;
  readonly store: Pick<CommandServiceDeps['store'], 'readStream'>;
}

interface OwnReversal {
  /** The tenant that must own the redemption; null: the caller has none. */
  readonly tenantId: string | null;
  /** A decimal string. Default: the rest of the sale amount. */
  readonly amount?: string | undefined;
  /** Whether a wholly reversed redemption stops counting towards limits. Default: true. */
  readonly freeSlot?: boolean | undefined;
}

/** By the member of staff who confirmed the redemption. */
interface Correction {
  /** The right sale amount; null: undo the redemption. */
  readonly saleAmount: string | null;
}

type Reversal = (OwnReversal | Correction) & {
  readonly redemptionId: string;
  readonly reason: string;
  readonly context: CommandContext;
};

/** @throws Refused REDEMPTION_NOT_FOUND, also for another tenant's redemption; READ_MODEL_BEHIND; as reverseRedemption and correctRedemption do */
type Reverse = (
  reversal: Reversal,
) => Promise<{ readonly event: EventOf<'RedemptionReversed'>; readonly position: bigint | undefined }>;

/**
 * The state of the QR says where the events of the redemption are, so the rest of the stream is not read. A decision holds
 * only while the redemption has just these events; when it has more, they are read, too.
 */
export function createReverse({ handler, lookups, accounts, store }: ReverseDeps): Reverse {
  /** The role in which the caller may reverse the redemption. @throws Refused REDEMPTION_NOT_FOUND */
  async function roleOf(reversal: Reversal, { redeemed }: NonNullable<RedemptionHistory>) {
    const { actor } = reversal.context;
    if ('tenantId' in reversal) {
      if (redeemed.tenantId !== reversal.tenantId) throw new Refused('REDEMPTION_NOT_FOUND');
      return actor.role;
    }
    const { state: site } = await handler.load(streams.site(redeemed.siteId), siteFold);
    if (!worksAt(site, actor.id)) throw new Refused('REDEMPTION_NOT_FOUND');
    return counterRole(site, actor.id);
  }

  async function reverseOnce(qrId: string, reversal: Reversal) {
    const { redemptionId, reason } = reversal;
    const stream = streams.redemptions(qrId);
    const fold = redemptionsFold;
    const { commandId, actor, now } = reversal.context;
    const reversalId = deriveUuid('reversal', commandId);
    const noteId = deriveUuid('reversal note', commandId);
    const revisions = revisionsOf((await handler.load(stream, fold)).state, redemptionId);
    const { history, confirmedAt } = await readRedemption(store, stream, revisions);
    if (history?.redeemed.redemptionId !== redemptionId) throw new Refused('REDEMPTION_NOT_FOUND');
    const context = { ...reversal.context, actor: { ...actor, role: await roleOf(reversal, history) } };
    const decide = (state: RedemptionsState, note: NoteInEvent) => {
      if (revisionsOf(state, redemptionId).length !== revisions.length) throw new RedemptionChanged();
      const compensatingEntryId = (entryId: string) => deriveUuid('compensating entry', reversalId, entryId);
      const command = { reversalId, note, now, compensatingEntryId };
      if ('saleAmount' in reversal) {
        const { saleAmount } = reversal;
        return correctRedemption(history, { ...command, userId: actor.id, confirmedAt, saleAmount });
      }
      const { amount = null, freeSlot = true } = reversal;
      return reverseRedemption(history, { ...command, amount, freeSlot });
    };
    return executeWithNote(
      { handler, notes: accounts },
      { stream, fold, context, decide },
      { noteId, authorId: context.actor.id, about: peopleOf(history), text: reason },
    );
  }

  return async (reversal) => {
    const { redemptionId } = reversal;
    const qrId = await lookups.qrOfRedemption(redemptionId);
    if (qrId === null) throw new Refused('REDEMPTION_NOT_FOUND');
    for (;;) {
      try {
        const { events, position } = await reverseOnce(qrId, reversal);
        const [event] = events;
        if (event?.type !== 'RedemptionReversed') throw new Error(`reversing ${redemptionId} appended ${event?.type}`);
        return { event, position };
      } catch (error) {
        // Each time another command has changed the redemption. The handler refuses a command that has become too old.
        if (!(error instanceof RedemptionChanged)) throw error;
      }
    }
  };
}

/** Reads one redemption. @param revisions of its events in the stream of its QR (`revisionsOf`) */
export async function readRedemption(store: ReverseDeps['store'], stream: string, revisions: readonly number[]) {
  const read = await Promise.all(revisions.map((revision) => store.readStream(stream, revision, revision)));
  const events = read.flat().map((stored) => decode<RedemptionEvent>(stored));
  const confirmedAt = events.findLast(({ event }) => event.type !== 'RedemptionReversed')?.recordedAt ?? '';
  return { history: redemptionHistory(events.map(({ event }) => event)), confirmedAt };
}

/** The redemption has more events than were read. */
class RedemptionChanged extends Refused {
  constructor() {
    super('TOO_MUCH_CONTENTION');
  }
}

/** The customer, the confirming person, and the distributors who earned or will. */
function peopleOf({ redeemed, earned }: NonNullable<RedemptionHistory>): readonly string[] {
  const shares = earned?.shares ?? redeemed.awaitsConfirmation?.shares ?? [];
  return [redeemed.customerId, (earned ?? redeemed).confirmedBy, ...shares.map(({ ownerId }) => ownerId)];
}
