import type { EventData, PayoutEvent } from '@perktree/contracts/events/catalogue';
import type { Decider } from '../decider.ts';

export interface Payout extends EventData<'PayoutGenerated'> {
  readonly status: 'processing' | 'paid' | 'failed' | 'cancelled';
  /** The payment provider's id of the transfer; null: there was none. */
  readonly reference: string | null;
  /** Under which the owner's text is kept; null: it was not settled by hand. */
  readonly noteId: string | null;
  readonly createdAt: string;
}

/** The payouts of one distributor on one site. */
export interface PayoutsState {
  readonly payouts: ReadonlyMap<string, Payout>;
  /** Ledger entries that are in a payout, or paid by one. */
  readonly taken: ReadonlySet<string>;
}

export const payoutsDecider: Decider<PayoutsState, PayoutEvent> = {
  initialState: { payouts: new Map(), taken: new Set() },
  evolve(state, event, at) {
    const { payoutId, entryIds } = event.data;
    if (event.type === 'PayoutGenerated') {
      const payout: Payout = { ...event.data, status: 'processing', reference: null, noteId: null, createdAt: at };
      return { payouts: new Map(state.payouts).set(payoutId, payout), taken: new Set([...state.taken, ...entryIds]) };
    }
    if (event.type === 'PayoutPaid') {
      const { reference, noteId } = event.data;
      return { ...state, payouts: changed(state, payoutId, { status: 'paid', reference, noteId }) };
    }
    const status = event.type === 'PayoutFailed' ? 'failed' : 'cancelled';
    const returned = new Set(entryIds);
    return {
      payouts: changed(state, payoutId, { status }),
      taken: new Set([...state.taken].filter((entryId) => !returned.has(entryId))),
    };
  },
};

function changed(state: PayoutsState, payoutId: string, change: Partial<Payout>): ReadonlyMap<string, Payout> {
  const payout = state.payouts.get(payoutId);
  if (!payout) throw new Error(`payout ${payoutId} was settled before it was generated`);
  return new Map(state.payouts).set(payoutId, { ...payout, ...change });
}
