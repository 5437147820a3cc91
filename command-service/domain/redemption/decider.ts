import type { EventData, RedemptionEvent } from '@perktree/contracts/events/catalogue';
import type { Decider } from '../../decider.ts';
import { type AwaitedRedemption, type CustomerRedemptions, PersistentMap, type RedemptionsState } from './state.ts';

const NONE: CustomerRedemptions = { scanIds: [], counted: 0, awaited: [] };
type Whose = Pick<EventData<'BenefitRedeemed'>, 'period' | 'customerId'>;

export const redemptionsDecider: Decider<RedemptionsState, RedemptionEvent> = {
  initialState: { countedByPeriod: PersistentMap.empty(), byPeriodAndCustomer: PersistentMap.empty() },
  evolve(state, event) {
    switch (event.type) {
      case 'BenefitRedeemed': {
        const { scanId } = event.data;
        return counted(state, event.data, 1, (customer) => ({
          ...customer,
          scanIds: [...customer.scanIds, scanId],
          awaited: [...customer.awaited, ...awaitedIn(event.data)],
        }));
      }
      case 'RedemptionConfirmed':
        return counted(state, event.data, 0, (customer) => awaitedNoMore(customer, event.data.redemptionId));
      case 'RedemptionReversed': {
        const { endsWaiting, slotFreed, redemptionId } = event.data;
        if (endsWaiting === null && !slotFreed) return state;
        return counted(state, event.data, slotFreed ? -1 : 0, (customer) => awaitedNoMore(customer, redemptionId));
      }
    }
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
  return state.byPeriodAndCustomer.get(`${period} ${customerId}`) ?? NONE;
}

/** The redemption of a scan that staff have to confirm, lapsed or not; undefined where there is none. */
export function awaitedRedemption(
  state: RedemptionsState,
  { period, customerId, scanId }: Pick<EventData<'QrScanned'>, 'period' | 'customerId' | 'scanId'>,
): AwaitedRedemption | undefined {
  if (customerId === null) return undefined;
  return redemptionsOfCustomer(state, period, customerId).awaited.find((one) => one.scanId === scanId);
}

function awaitedIn({
  awaitsConfirmation,
  redemptionId,
  scanId,
  path,
  holdDays,
}: EventData<'BenefitRedeemed'>): readonly AwaitedRedemption[] {
  if (awaitsConfirmation === null) return [];
  return [{ redemptionId, scanId, path, holdDays, until: awaitsConfirmation.until }];
}

function awaitedNoMore(customer: CustomerRedemptions, redemptionId: string): CustomerRedemptions {
  return { ...customer, awaited: customer.awaited.filter((one) => one.redemptionId !== redemptionId) };
}

function counted(
  state: RedemptionsState,
  { period, customerId }: Whose,
  change: -1 | 0 | 1,
  changed: (customer: CustomerRedemptions) => CustomerRedemptions,
): RedemptionsState {
  const customer = changed(redemptionsOfCustomer(state, period, customerId));
  return {
    countedByPeriod:
      change === 0
        ? state.countedByPeriod
        : state.countedByPeriod.with(String(period), redemptionsInPeriod(state, period) + change),
    byPeriodAndCustomer: state.byPeriodAndCustomer.with(`${period} ${customerId}`, {
      ...customer,
      counted: customer.counted + change,
    }),
  };
}
