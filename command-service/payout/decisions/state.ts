import type { EventData, PayoutEvent } from '@perktree/contracts/catalogue/events';
import { type Currency, toMinor } from '@perktree/contracts/kernel/money';
import type { TransferFailure } from '@perktree/contracts/payout/events';
import type { Fold } from '../../engine/fold.ts';

export interface Payout extends EventData<'PayoutGenerated'> {
  readonly status: 'processing' | 'paid' | 'failed' | 'cancelled' | 'returned';
  /** The payment provider's id of the transfer; null: no transfer. */
  readonly reference: string | null;
  /** Id of the owner's note: the reference of a payment, or the reason of its end; null: not settled by hand. */
  readonly noteId: string | null;
  /** Why it failed; null: it has not. */
  readonly failure: TransferFailure | null;
  readonly createdAt: string;
}

interface CombinedSum {
  /** In the currency's minor unit. */
  readonly amountMinor: bigint;
  readonly currency: Currency;
  readonly entryIds: readonly string[];
}

interface WriteOff extends EventData<'BalanceWrittenOff'> {
  readonly createdAt: string;
}

export interface PayoutsState {
  readonly payouts: ReadonlyMap<string, Payout>;
  readonly sums: ReadonlyMap<string, CombinedSum>;
  readonly writeOffs: ReadonlyMap<string, WriteOff>;
}

export const payoutsFold: Fold<PayoutsState, PayoutEvent> = {
  initialState: { payouts: new Map(), sums: new Map(), writeOffs: new Map() },
  evolve(state, event, at) {
    switch (event.type) {
      case 'EntriesCombined': {
        const { combinedId, amount, currency, entryIds } = event.data;
        const sum = { amountMinor: toMinor(amount, currency), currency, entryIds };
        return { ...state, sums: new Map(state.sums).set(combinedId, sum) };
      }
      case 'BalanceWrittenOff': {
        const writeOffs = new Map(state.writeOffs).set(event.data.writeOffId, { ...event.data, createdAt: at });
        return { ...state, writeOffs };
      }
      case 'PayoutGenerated': {
        const payout: Payout = {
          ...event.data,
          status: 'processing',
          reference: null,
          noteId: null,
          failure: null,
          createdAt: at,
        };
        const payouts = new Map(state.payouts).set(payout.payoutId, payout);
        return { ...state, payouts };
      }
      case 'PayoutPaid': {
        const { payoutId, reference, noteId } = event.data;
        return { ...state, payouts: changed(state, payoutId, { status: 'paid', reference, noteId }) };
      }
      case 'PayoutReferenceCorrected': {
        const { payoutId, noteId } = event.data;
        return { ...state, payouts: changed(state, payoutId, { noteId }) };
      }
      case 'PayoutFailed':
      case 'PayoutCancelled':
      case 'PayoutReturned': {
        const status = ENDED[event.type];
        const failure = event.type === 'PayoutFailed' ? event.data.reason : null;
        const noteId = 'noteId' in event.data ? event.data.noteId : null;
        return { ...state, payouts: changed(state, event.data.payoutId, { status, failure, noteId }) };
      }
    }
  },
};

const ENDED = { PayoutFailed: 'failed', PayoutCancelled: 'cancelled', PayoutReturned: 'returned' } as const;

/** In such a payout, entries are payable again. */
const isOver = ({ status }: Payout) => status !== 'processing' && status !== 'paid';

/**
 * Ids of entries and sums that are in a payout, written off, or part of a sum. Built for a decision, because a set that each
 * event copies makes reading a stream of n payouts take n² steps.
 */
export function takenIds({ payouts, sums, writeOffs }: PayoutsState): ReadonlySet<string> {
  const taken = new Set<string>();
  const groups = [
    ...[...payouts.values()].filter((payout) => !isOver(payout)),
    ...sums.values(),
    ...writeOffs.values(),
  ];
  for (const { entryIds } of groups) for (const entryId of entryIds) taken.add(entryId);
  return taken;
}

function changed(state: PayoutsState, payoutId: string, change: Partial<Payout>): ReadonlyMap<string, Payout> {
  const payout = state.payouts.get(payoutId);
  if (!payout) throw new Error(`payout ${payoutId} was settled before it was generated`);
  return new Map(state.payouts).set(payoutId, { ...payout, ...change });
}

/** The number of ledger entries behind these ids of entries and sums. */
export function entryCountOf(state: PayoutsState, entryIds: readonly string[]): number {
  return entryIds.reduce((count, id) => count + (state.sums.get(id)?.entryIds.length ?? 1), 0);
}
