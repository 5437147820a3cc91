import type { ApprovalEvent, EventData } from '@perktree/contracts/catalogue/events';
import type { Fold } from '../../engine/fold.ts';

export type ApprovalRule = Pick<EventData<'ApprovalRuleSet'>, 'approverIds' | 'payoutsAbove' | 'monthsNeedSignOff'>;

export interface ClosedMonth extends EventData<'MonthClosed'> {
  readonly closedAt: string;
  /** Null: no second person has signed it off. */
  readonly signedOff: { readonly by: string; readonly at: string } | null;
}

/** What a second person has to agree to on a site, and where they did. */
export interface ApprovalsState {
  readonly rule: ApprovalRule;
  /** By the id of a payout. */
  readonly payouts: ReadonlyMap<string, { readonly by: string; readonly at: string }>;
  /** By month. */
  readonly months: ReadonlyMap<string, ClosedMonth>;
}

export const approvalsFold: Fold<ApprovalsState, ApprovalEvent> = {
  initialState: {
    rule: { approverIds: [], payoutsAbove: null, monthsNeedSignOff: false },
    payouts: new Map(),
    months: new Map(),
  },
  evolve(state, event, at) {
    switch (event.type) {
      case 'ApprovalRuleSet': {
        const { approverIds, payoutsAbove, monthsNeedSignOff } = event.data;
        return { ...state, rule: { approverIds, payoutsAbove, monthsNeedSignOff } };
      }
      case 'PayoutApproved': {
        const { payoutId, approvedBy: by } = event.data;
        return { ...state, payouts: new Map(state.payouts).set(payoutId, { by, at }) };
      }
      case 'MonthClosed': {
        const closed = { ...event.data, closedAt: at, signedOff: null };
        return { ...state, months: new Map(state.months).set(closed.month, closed) };
      }
      case 'MonthSignedOff': {
        const { month, signedOffBy: by } = event.data;
        const closed = state.months.get(month);
        if (closed === undefined) throw new Error(`${month} was signed off before it was closed`);
        return { ...state, months: new Map(state.months).set(month, { ...closed, signedOff: { by, at } }) };
      }
    }
  },
};
