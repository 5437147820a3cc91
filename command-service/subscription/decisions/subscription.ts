import type { SubscriptionEvent } from '@perktree/contracts/catalogue/events';
import type { Refused } from '@perktree/contracts/kernel/refusals';
import { type PlanId, type Quota, quotaLimit } from '@perktree/contracts/subscription/plans';
import { planLimitReached } from './plan-limits.ts';
import { counts, isFormerReference, type Subscription, used } from './state.ts';

export interface QuotaClaim {
  readonly id: string;
  /** The stream of the event that uses the quota. */
  readonly stream: string;
  /** When the claim lapses, ISO 8601 UTC; null: never. */
  readonly until: string | null;
}

interface ReserveQuota {
  readonly tenantId: string;
  readonly quota: Quota;
  /** All are reserved or none. */
  readonly items: readonly QuotaClaim[];
  readonly now: string;
}

/**
 * Reserves quota. A claim that is held already needs no further quota: only its `until` is replaced, also if the tenant is
 * over its limit. Redemptions are reserved only on plans that limit them. QRs and sites are reserved on every plan, because
 * a downgrade must count them.
 * @throws Refused PLAN_LIMIT_REACHED
 */
export function decideReserveQuota(state: Subscription, command: ReserveQuota): readonly SubscriptionEvent[] {
  const { tenantId, quota, items, now } = command;
  const limit = quotaLimit(state.plan, quota);
  if (limit === null && quota === 'redemptions') return [];
  const additional = items.filter((item) => needsQuota(state, quota, item, now));
  const total = used(state, quota, now) + additional.length;
  if (limit !== null && additional.length > 0 && total > limit) throw overLimit(state.plan, quota, limit, total);
  return [{ type: 'QuotaReserved', data: { tenantId, quota, items: [...items] } }];
}

/** Whether a claim needs quota that it does not hold yet. A lapsed claim needs none. */
export function needsQuota(state: Subscription, quota: Quota, claim: QuotaClaim, now: string): boolean {
  const held = state.items[quota].get(claim.id);
  return counts(claim, now) && !(held && counts(held, now));
}

/** Whether the claim is held until its `until` or longer. */
export function isHeldLongEnough(state: Subscription, quota: Quota, claim: QuotaClaim): boolean {
  const held = state.items[quota].get(claim.id);
  if (held === undefined) return false;
  return held.until === null || (claim.until !== null && Date.parse(held.until) >= Date.parse(claim.until));
}

interface ReleaseQuota {
  readonly tenantId: string;
  readonly quota: Quota;
  /** The generation identifies the reservation, so that a later one of the same id stays. */
  readonly reservations: readonly { readonly id: string; readonly generation: number }[];
}

export function decideReleaseQuota(state: Subscription, command: ReleaseQuota): readonly SubscriptionEvent[] {
  const { tenantId, quota, reservations } = command;
  const ids = reservations
    .filter(({ id, generation }) => state.items[quota].get(id)?.generation === generation)
    .map(({ id }) => id);
  return ids.length > 0 ? [{ type: 'QuotaReleased', data: { tenantId, quota, ids } }] : [];
}

const NAMES: Record<Quota, readonly [one: string, many: string, limit: string]> = {
  sites: ['site', 'sites', ''],
  activeQrs: ['active QR code', 'active QR codes', ''],
  redemptions: ['redemption', 'redemptions', ' a month'],
};

function overLimit(plan: PlanId, quota: Quota, limit: number, total: number): Refused {
  const [one, many, each] = NAMES[quota];
  const amount = (n: number) => `${n} ${n === 1 ? one : many}`;
  return planLimitReached(plan, `${amount(limit)}${each}`, `${amount(total)} in total`, {
    kind: quota,
    most: limit,
    total,
  });
}

interface PaidPlan {
  readonly tenantId: string;
  readonly plan: PlanId;
  /** The payment provider's id of the subscription. */
  readonly reference: string;
  /** Over all sites of the tenant; carried over to a plan that limits redemptions. */
  readonly redemptionsThisMonth: number;
}

/** A plan is paid. Repeated notices and notices of former references append nothing. */
export function decidePaidPlan(state: Subscription, command: PaidPlan): readonly SubscriptionEvent[] {
  const { tenantId, plan, reference, redemptionsThisMonth } = command;
  if (isFormerReference(state, reference)) return [];
  if (state.reference === reference && state.plan === plan) return [];
  if (state.reference === null) return [{ type: 'SubscriptionStarted', data: { tenantId, plan, reference } }];
  return [{ type: 'PlanChanged', data: { tenantId, from: state.plan, to: plan, reference, redemptionsThisMonth } }];
}

/** The paid plan ended: back to Free. Notices of other references than the current one append nothing. */
export function decideEndPlan(state: Subscription, command: Omit<PaidPlan, 'plan'>): readonly SubscriptionEvent[] {
  const { tenantId, reference, redemptionsThisMonth } = command;
  if (state.reference !== reference) return [];
  return [{ type: 'SubscriptionEnded', data: { tenantId, reference, redemptionsThisMonth } }];
}
