import type { SubscriptionEvent } from '@perktree/contracts/events/catalogue';
import type { PlanId } from '@perktree/contracts/plans';
import { isFormerReference, type Subscription } from './state.ts';

export interface PaidPlan {
  readonly tenantId: string;
  readonly plan: PlanId;
  /** What the payment provider knows it by. */
  readonly reference: string;
  /** Counted over all sites of the tenant (carried over to a plan that limits them). */
  readonly redemptionsThisMonth: number;
}

/** A plan is paid for: the first, or another one. Told again, or of a reference that is over, it changes nothing. */
export function decidePaidPlan(state: Subscription, command: PaidPlan): readonly SubscriptionEvent[] {
  const { tenantId, plan, reference, redemptionsThisMonth } = command;
  if (isFormerReference(state, reference)) return [];
  if (state.reference === reference && state.plan === plan) return [];
  if (state.reference === null) return [{ type: 'SubscriptionStarted', data: { tenantId, plan, reference } }];
  return [{ type: 'PlanChanged', data: { tenantId, from: state.plan, to: plan, reference, redemptionsThisMonth } }];
}

export interface EndPlan {
  readonly tenantId: string;
  readonly reference: string;
  readonly redemptionsThisMonth: number;
}

/** What a reference stood for is over: back to the Free plan. Of any reference but the current one it changes nothing. */
export function decideEndPlan(state: Subscription, command: EndPlan): readonly SubscriptionEvent[] {
  const { tenantId, reference, redemptionsThisMonth } = command;
  if (state.reference !== reference) return [];
  return [{ type: 'SubscriptionEnded', data: { tenantId, reference, redemptionsThisMonth } }];
}
