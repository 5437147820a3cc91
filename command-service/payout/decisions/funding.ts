import type { PayoutFundingEvent } from '@perktree/contracts/catalogue/events';
import { type Currency, fromMinor } from '@perktree/contracts/kernel/money';
import { Refused } from '@perktree/contracts/kernel/refusals';
import type { FundingFailure } from '@perktree/contracts/payout/events';
import type { FundingDecision } from '@perktree/contracts/payout/funding-calls';
import { approvalReason, feeOf, type PayoutLimits } from './funding-limits.ts';
import { type Funding, type FundingsState, isBlocked } from './funding-state.ts';

export interface RequestFunding {
  readonly fundingId: string;
  readonly tenantId: string;
  readonly currency: Currency;
  /** Payouts that their own streams have as processing, with the amounts of their events. */
  readonly payouts: readonly { readonly payoutId: string; readonly amountMinor: bigint }[];
  readonly subscription: string | null;
  readonly subscribedAt: string | null;
  readonly now: string;
  readonly limits: PayoutLimits;
}

/** Asks the owner for the money of payouts. A payout that is in a funding is left out, so it is never charged twice. */
export function decideRequestFunding(state: FundingsState, command: RequestFunding): readonly PayoutFundingEvent[] {
  const { fundingId, tenantId, currency, subscription, limits } = command;
  if (state.fundings.has(fundingId) || isBlocked(state)) return [];
  const payouts = command.payouts.filter(({ payoutId }) => !state.fundingOf.has(payoutId));
  if (payouts.length === 0) return [];
  const amountMinor = payouts.reduce((sum, payout) => sum + payout.amountMinor, 0n);
  const approval = approvalReason(state, { ...command, amountMinor }, limits);
  const ids = { fundingId, tenantId, payoutIds: payouts.map(({ payoutId }) => payoutId) };
  const amount = fromMinor(amountMinor, currency);
  const fee = fromMinor(feeOf(amountMinor, limits), currency);
  return [{ type: 'PayoutFundingRequested', data: { ...ids, currency, amount, fee, subscription, approval } }];
}

export type CollectionOutcome =
  | { readonly kind: 'collected'; readonly reference: string }
  | { readonly kind: 'failed'; readonly reason: FundingFailure }
  /** The payment provider does not know yet. */
  | { readonly kind: 'pending' };

/**
 * Records what the payment provider has collected. Idempotent, and the first outcome holds, but for money that was collected: a
 * concurrent attempt can have stored a failure milliseconds before the charge succeeded.
 */
export function decideCollected(
  state: FundingsState,
  { fundingId, outcome }: { readonly fundingId: string; readonly outcome: CollectionOutcome },
): readonly PayoutFundingEvent[] {
  const funding = state.fundings.get(fundingId);
  if (funding?.status !== 'collecting' && funding?.status !== 'failed') return [];
  if (outcome.kind === 'collected') {
    return [{ type: 'PayoutFundingCollected', data: { ...idsOf(funding), reference: outcome.reference } }];
  }
  return outcome.kind === 'failed' && funding.status === 'collecting' ? [failed(funding, outcome.reason)] : [];
}

/** Whether the payment provider still has collected money. */
export type FundingStanding = 'kept' | 'dispute' | 'refund';

/** Records that collected money was taken back, or that it stays after all. Idempotent. */
export function decideStanding(
  state: FundingsState,
  { fundingId, standing }: { readonly fundingId: string; readonly standing: FundingStanding },
): readonly PayoutFundingEvent[] {
  const funding = state.fundings.get(fundingId);
  if (funding?.status === 'collected' && standing !== 'kept') {
    return [{ type: 'PayoutFundingDisputed', data: { ...idsOf(funding), kind: standing } }];
  }
  if (funding?.status === 'disputed' && standing === 'kept') {
    return [{ type: 'PayoutFundingDisputeSettled', data: { ...idsOf(funding), outcome: 'kept' } }];
  }
  return [];
}

/** Records that the owner got the money for a payout back. Idempotent. */
export function decideRefunded(
  state: FundingsState,
  { fundingId, payoutId }: { readonly fundingId: string; readonly payoutId: string },
): readonly PayoutFundingEvent[] {
  const funding = state.fundings.get(fundingId);
  if (!funding?.payoutIds.includes(payoutId) || funding.refunded.has(payoutId)) return [];
  return [{ type: 'PayoutFundingRefunded', data: { ...idsOf(funding), payoutIds: [payoutId] } }];
}

/**
 * The operator approves or declines a funding above the limits, or says that a dispute is settled with the owner.
 * @throws Refused FUNDING_NOT_FOUND, FUNDING_NOT_WAITING
 */
export function decideByOperator(
  state: FundingsState,
  { fundingId, decision }: { readonly fundingId: string; readonly decision: FundingDecision },
): readonly PayoutFundingEvent[] {
  const funding = state.fundings.get(fundingId);
  if (!funding) throw new Refused('FUNDING_NOT_FOUND');
  if (funding.status !== (decision === 'settle' ? 'disputed' : 'awaiting_approval')) {
    throw new Refused('FUNDING_NOT_WAITING');
  }
  switch (decision) {
    case 'approve':
      return [{ type: 'PayoutFundingApproved', data: idsOf(funding) }];
    case 'decline':
      return [failed(funding, 'not_approved')];
    case 'settle':
      return [{ type: 'PayoutFundingDisputeSettled', data: { ...idsOf(funding), outcome: 'settled' } }];
  }
}

function failed(funding: Funding, reason: FundingFailure): PayoutFundingEvent {
  return { type: 'PayoutFundingFailed', data: { ...idsOf(funding), reason } };
}

function idsOf({ fundingId, tenantId, payoutIds }: Funding) {
  return { fundingId, tenantId, payoutIds };
}
