import type { EventData, RedemptionEvent } from '@perktree/contracts/events/catalogue';
import type { Decider } from '../decider.ts';
import { type CustomerRedemptions, PersistentMap, type RedemptionsState } from './state.ts';

export const redemptionsDecider: Decider<RedemptionsState, RedemptionEvent> = {
  initialState: { countedByPeriod: PersistentMap.empty(), byPeriodAndCustomer: PersistentMap.empty() },
  evolve(state, event) {
    if (event.type === 'BenefitRedeemed') return counted(state, event.data, 1, [event.data.scanId]);
    return event.data.slotFreed ? counted(state, event.data, -1, []) : state;
  },
};

/** How many redemptions count towards `maxRedemptions` in an issue period. */
export function redemptionsInPeriod(state: RedemptionsState, period: number): number {
  return state.countedByPeriod.get(String(period)) ?? 0;
}

export function redemptionsOfCustomer(
  state: RedemptionsState,
  period: number,
  customerId: string,
): CustomerRedemptions {
  return state.byPeriodAndCustomer.get(`${period} ${customerId}`) ?? { scanIds: [], counted: 0 };
}

function counted(
  state: RedemptionsState,
  { period, customerId }: Pick<EventData<'BenefitRedeemed'>, 'period' | 'customerId'>,
  change: 1 | -1,
  redeemedScanIds: readonly string[],
): RedemptionsState {
  const customer = redemptionsOfCustomer(state, period, customerId);
  return {
    countedByPeriod: state.countedByPeriod.with(String(period), redemptionsInPeriod(state, period) + change),
    byPeriodAndCustomer: state.byPeriodAndCustomer.with(`${period} ${customerId}`, {
      scanIds: [...customer.scanIds, ...redeemedScanIds],
      counted: customer.counted + change,
    }),
  };
}
