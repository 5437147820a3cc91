import type { EventData, EventOf, RedemptionEvent } from '@perktree/contracts/catalogue/events';
import { commissionRule } from '@perktree/contracts/commission/registry';
import { REVERSAL_RULE_VERSION, takenBackInAll } from '@perktree/contracts/commission/reversal';
import { MINUTE_MS } from '@perktree/contracts/kernel/durations';
import { type Currency, fromMinor, toMinor } from '@perktree/contracts/kernel/money';
import type { NoteInEvent } from '@perktree/contracts/kernel/note';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { CORRECTION_MS } from '@perktree/contracts/redemption/reversal-calls';

type Redeemed = EventData<'BenefitRedeemed'>;

const NOTHING_TAKEN: ReadonlyMap<string, bigint> = new Map();

type Earned = Pick<
  Redeemed,
  'saleAmount' | 'saleAmountSource' | 'currency' | 'reference' | 'shares' | 'maturesAt' | 'confirmedBy'
>;

/** One redemption and what has been taken back of it; null: there is no such redemption. */
export type RedemptionHistory = {
  readonly redeemed: Redeemed;
  /** Null: staff have not confirmed the redemption, so nothing is earned. */
  readonly earned: Earned | null;
  /** Sum of the amounts reversed so far, in minor units. */
  readonly reversedMinor: bigint;
  /** What has been taken back of each entry, by its id, in minor units. */
  readonly takenMinor: ReadonlyMap<string, bigint>;
  readonly isWhollyReversed: boolean;
} | null;

/**
 * The history of one redemption.
 * @param events all events of the redemption, oldest first
 */
export function redemptionHistory(events: readonly RedemptionEvent[]): RedemptionHistory {
  return events.reduce<RedemptionHistory>(historyWith, null);
}

function historyWith(history: RedemptionHistory, event: RedemptionEvent): NonNullable<RedemptionHistory> {
  if (event.type === 'BenefitRedeemed') {
    const earned = event.data.awaitsConfirmation === null ? event.data : null;
    return { redeemed: event.data, earned, reversedMinor: 0n, takenMinor: NOTHING_TAKEN, isWhollyReversed: false };
  }
  if (history === null) throw new Error(`${event.type} of redemption ${event.data.redemptionId} before it happened`);
  if (event.type === 'RedemptionConfirmed') return { ...history, earned: event.data };
  const { amount, currency, whole, shares } = event.data;
  const reversedMinor = history.reversedMinor + toMinor(amount, currency);
  const taken = shares.map(
    (back) => [back.reversesEntryId, takenOf(history, back.reversesEntryId) - toMinor(back.amount, currency)] as const,
  );
  const takenMinor = new Map([...history.takenMinor, ...taken]);
  return { ...history, reversedMinor, takenMinor, isWhollyReversed: whole };
}

function takenOf({ takenMinor }: NonNullable<RedemptionHistory>, entryId: string): bigint {
  return takenMinor.get(entryId) ?? 0n;
}

export interface ReverseRedemption {
  readonly reversalId: string;
  readonly note: NoteInEvent;
  /** The amount to reverse, a decimal string; null: the rest of the sale amount. */
  readonly amount: string | null;
  /** Whether a whole reversal frees the slot. */
  readonly freeSlot: boolean;
  /** The id of the entry that compensates a share's entry. */
  readonly compensatingEntryId: (entryId: string) => string;
  readonly now: string;
}

/**
 * Reverses a part or the rest of a redemption, for every share, at its frozen terms.
 *
 * All reversals together take back the pool of what they reversed, and no share loses more than it earned. When the
 * whole sale amount is reversed, every share is at exactly zero.
 *
 * A redemption that staff have not confirmed has earned nothing: it is reversed as a whole, and can no longer be confirmed.
 * @throws Refused REDEMPTION_NOT_FOUND, ALREADY_REVERSED, NOTHING_TO_REVERSE, REVERSAL_TOO_HIGH, CONFIRMATION_MISSING
 */
export function reverseRedemption(
  state: RedemptionHistory,
  command: ReverseRedemption,
): readonly EventOf<'RedemptionReversed'>[] {
  if (state === null) throw new Refused('REDEMPTION_NOT_FOUND');
  const { redeemed, earned, reversedMinor: before } = state;
  const { currency } = redeemed;
  const { saleAmount, maturesAt, shares } = earned ?? redeemed;
  const saleMinor = toMinor(saleAmount, currency);
  const amountMinor = amountToReverse(state, command.amount, currency);
  const after = before + amountMinor;
  const whole = after === saleMinor;
  const earnedShares = shares.map(({ entryId, percent, amount }) => {
    return { percent, earned: toMinor(amount, currency), taken: takenOf(state, entryId) };
  });
  const pool = commissionRule(redeemed.ruleVersion).reversedPool({ saleMinor, shares: earnedShares }, after);
  const inAll = takenBackInAll(earnedShares, saleMinor, { amount: after, pool });
  const { redemptionId, qrId, rootQrId, siteId, tenantId, period, customerId } = redeemed;
  return [
    {
      type: 'RedemptionReversed',
      data: {
        redemptionId,
        qrId,
        rootQrId,
        siteId,
        tenantId,
        period,
        customerId,
        currency,
        reversalId: command.reversalId,
        ...command.note,
        amount: fromMinor(amountMinor, currency),
        whole,
        slotFreed: whole && command.freeSlot,
        // With the compensated entries, or now if those have matured.
        maturesAt: Date.parse(maturesAt) > Date.parse(command.now) ? maturesAt : command.now,
        ruleVersion: REVERSAL_RULE_VERSION,
        shares: shares.map((share, index) => ({
          ...share,
          entryId: command.compensatingEntryId(share.entryId),
          reversesEntryId: share.entryId,
          amount: fromMinor(takenOf(state, share.entryId) - (inAll[index] ?? 0n), currency),
        })),
        endsWaiting: earned === null ? waitingOf(redeemed) : null,
      },
    },
  ];
}

export interface CorrectRedemption extends Omit<ReverseRedemption, 'amount' | 'freeSlot'> {
  readonly userId: string;
  /** When the redemption was confirmed, ISO 8601 UTC. */
  readonly confirmedAt: string;
  /** The right sale amount, a decimal string; null: undo the redemption, so that the customer can redeem again. */
  readonly saleAmount: string | null;
}

/**
 * The member of staff who confirmed a redemption undoes it, or lowers its sale amount: what is too much is reversed. A higher
 * amount would earn more, so it takes a new code.
 * @throws Refused CONFIRMED_BY_OTHERS, CORRECTION_TOO_LATE, CORRECTION_NOT_LOWER; as reverseRedemption does
 */
export function correctRedemption(
  state: RedemptionHistory,
  { userId, confirmedAt, saleAmount, ...command }: CorrectRedemption,
): readonly EventOf<'RedemptionReversed'>[] {
  const { earned = null, reversedMinor = 0n, isWhollyReversed = false } = state ?? {};
  if (earned === null || earned.confirmedBy !== userId) throw new Refused('CONFIRMED_BY_OTHERS');
  if (Date.parse(command.now) >= Date.parse(confirmedAt) + CORRECTION_MS) {
    throw new Refused('CORRECTION_TOO_LATE', { minutes: CORRECTION_MS / MINUTE_MS });
  }
  if (isWhollyReversed) throw new Refused('ALREADY_REVERSED');
  if (saleAmount === null) return reverseRedemption(state, { ...command, amount: null, freeSlot: true });
  const { currency } = earned;
  const leftMinor = toMinor(earned.saleAmount, currency) - reversedMinor;
  const tooMuch = leftMinor - toMinor(saleAmount, currency);
  if (tooMuch <= 0n) throw new Refused('CORRECTION_NOT_LOWER', { limit: fromMinor(leftMinor, currency) });
  return reverseRedemption(state, { ...command, amount: fromMinor(tooMuch, currency), freeSlot: false });
}

function waitingOf({ scanId, awaitsConfirmation }: Redeemed): EventData<'RedemptionReversed'>['endsWaiting'] {
  return { scanId, entryIds: awaitsConfirmation?.shares.map(({ entryId }) => entryId) ?? [] };
}

function amountToReverse(
  { redeemed, earned, reversedMinor, isWhollyReversed }: NonNullable<RedemptionHistory>,
  amount: string | null,
  currency: Currency,
): bigint {
  if (isWhollyReversed) throw new Refused('ALREADY_REVERSED');
  const leftMinor = toMinor((earned ?? redeemed).saleAmount, currency) - reversedMinor;
  if (amount === null) return leftMinor;
  const amountMinor = toMinor(amount, currency);
  if (amountMinor <= 0n) throw new Refused('NOTHING_TO_REVERSE');
  if (earned === null && amountMinor !== leftMinor) throw new Refused('CONFIRMATION_MISSING');
  if (amountMinor > leftMinor) throw new Refused('REVERSAL_TOO_HIGH', { left: fromMinor(leftMinor, currency) });
  return amountMinor;
}
