import type { EventData, PayoutFundingEvent } from '@perktree/contracts/catalogue/events';
import type { FundingFailure } from '@perktree/contracts/payout/events';
import type { Fold } from '../../engine/fold.ts';

export interface Funding extends EventData<'PayoutFundingRequested'> {
  /** `disputed`: the money was taken back or may be. `settled`: by the operator; nothing more is paid from it. */
  readonly status: 'awaiting_approval' | 'collecting' | 'collected' | 'failed' | 'disputed' | 'settled';
  /** The payment provider's id of the charge; null: nothing was collected. */
  readonly reference: string | null;
  readonly failure: FundingFailure | null;
  /** Payouts whose money the owner got back. */
  readonly refunded: ReadonlySet<string>;
  readonly requestedAt: string;
}

/** What an owner has paid in, or was asked to, for automatic payouts. */
export interface FundingsState {
  readonly fundings: ReadonlyMap<string, Funding>;
  /** Payout id to funding id. */
  readonly fundingOf: ReadonlyMap<string, string>;
}

export const fundingsFold: Fold<FundingsState, PayoutFundingEvent> = {
  initialState: { fundings: new Map(), fundingOf: new Map() },
  evolve(state, event, at) {
    switch (event.type) {
      case 'PayoutFundingRequested': {
        const { fundingId, payoutIds, approval } = event.data;
        const status = approval === null ? 'collecting' : 'awaiting_approval';
        const funding: Funding = {
          ...event.data,
          status,
          reference: null,
          failure: null,
          refunded: new Set(),
          requestedAt: at,
        };
        return {
          fundings: new Map(state.fundings).set(fundingId, funding),
          fundingOf: new Map([...state.fundingOf, ...payoutIds.map((payoutId) => [payoutId, fundingId] as const)]),
        };
      }
      case 'PayoutFundingApproved':
        return changed(state, event.data.fundingId, { status: 'collecting' });
      case 'PayoutFundingCollected':
        return changed(state, event.data.fundingId, { status: 'collected', reference: event.data.reference });
      case 'PayoutFundingFailed':
        return changed(state, event.data.fundingId, { status: 'failed', failure: event.data.reason });
      case 'PayoutFundingDisputed':
        return changed(state, event.data.fundingId, { status: 'disputed' });
      case 'PayoutFundingRefunded': {
        const { fundingId, payoutIds } = event.data;
        const refunded = new Set([...(state.fundings.get(fundingId)?.refunded ?? []), ...payoutIds]);
        return changed(state, fundingId, { refunded });
      }
      case 'PayoutFundingDisputeSettled':
        return changed(state, event.data.fundingId, {
          status: event.data.outcome === 'kept' ? 'collected' : 'settled',
        });
    }
  },
};

export function fundingOf({ fundings, fundingOf: ids }: FundingsState, payoutId: string): Funding | undefined {
  return fundings.get(ids.get(payoutId) ?? '');
}

/** While money of a tenant is disputed, nothing more is collected from it or paid for it. */
export function isBlocked({ fundings }: FundingsState): boolean {
  return [...fundings.values()].some(({ status }) => status === 'disputed');
}

function changed(state: FundingsState, fundingId: string, change: Partial<Funding>): FundingsState {
  const funding = state.fundings.get(fundingId);
  if (!funding) throw new Error(`funding ${fundingId} changed before it was requested`);
  return { ...state, fundings: new Map(state.fundings).set(fundingId, { ...funding, ...change }) };
}
