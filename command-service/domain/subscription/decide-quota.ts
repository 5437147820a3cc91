import type { SubscriptionEvent } from '@perktree/contracts/events/catalogue';
import { PLANS, type PlanId, type Quota, quotaLimit } from '@perktree/contracts/plans';
import { Refused } from '@perktree/contracts/refusals';
import { counts, type Subscription, used } from './state.ts';

export interface QuotaClaim {
  readonly id: string;
  /** The stream in which the fact will stand. */
  readonly stream: string;
  /** When it counts no more by itself, ISO 8601 UTC; null: never. */
  readonly until: string | null;
}

export interface ReserveQuota {
  readonly tenantId: string;
  readonly quota: Quota;
  /** All of them are taken or none. */
  readonly items: readonly QuotaClaim[];
  readonly now: string;
}

/**
 * Takes quota (domain.md 10). What is held already takes none: its `until` is replaced, also by a tenant that is over
 * its limit. Redemptions are taken only on a plan that limits them; QRs and sites on all, as a downgrade must know them.
 * @throws Refused PLAN_LIMIT_REACHED
 */
export function decideReserveQuota(state: Subscription, command: ReserveQuota): readonly SubscriptionEvent[] {
  const { tenantId, quota, items, now } = command;
  const limit = quotaLimit(state.plan, quota);
  if (limit === null && quota === 'redemptions') return [];
  const taking = items.filter((item) => isTaken(state, quota, item, now));
  const total = used(state, quota, now) + taking.length;
  if (limit !== null && taking.length > 0 && total > limit) throw overLimit(state.plan, quota, limit, total);
  return [{ type: 'QuotaReserved', data: { tenantId, quota, items: [...items] } }];
}

/** Whether a claim takes quota that it does not hold yet. What is over already takes none. */
export function isTaken(state: Subscription, quota: Quota, claim: QuotaClaim, now: string): boolean {
  const held = state.items[quota].get(claim.id);
  return counts(claim, now) && !(held && counts(held, now));
}

/** Whether a claim is held for as long as it is made for. */
export function isHeldLongEnough(state: Subscription, quota: Quota, claim: QuotaClaim): boolean {
  const held = state.items[quota].get(claim.id);
  if (held === undefined) return false;
  return held.until === null || (claim.until !== null && Date.parse(held.until) >= Date.parse(claim.until));
}

export interface ReleaseQuota {
  readonly tenantId: string;
  readonly quota: Quota;
  /** Which reservation is meant: a later one of the same thing stays. */
  readonly reservations: readonly { readonly id: string; readonly generation: number }[];
}

export function decideReleaseQuota(state: Subscription, command: ReleaseQuota): readonly SubscriptionEvent[] {
  const { tenantId, quota, reservations } = command;
  const ids = reservations
    .filter(({ id, generation }) => state.items[quota].get(id)?.generation === generation)
    .map(({ id }) => id);
  return ids.length > 0 ? [{ type: 'QuotaReleased', data: { tenantId, quota, ids } }] : [];
}

/** @param depth of the QR to be made; a root's is 0. @throws Refused PLAN_LIMIT_REACHED */
export function assertPlanAllowsDepth(plan: PlanId, depth: number): void {
  const { splitDepth } = PLANS[plan].limits;
  if (splitDepth === null || depth <= splitDepth) return;
  const levels = splitDepth === 1 ? '1 level' : `${splitDepth} levels`;
  throw refusal(plan, `splits ${levels} deep`, `level ${depth}`, {
    kind: 'splitDepth',
    most: splitDepth,
    total: depth,
  });
}

/** @throws Refused PLAN_LIMIT_REACHED */
export function assertPlanAllowsStaffCodes(plan: PlanId): void {
  if (PLANS[plan].limits.staffCodes) return;
  throw refusal(plan, 'staff to scan the customer’s QR', 'redemption by a typed code', { kind: 'staffCodes' });
}

/** What is counted, for one and for many. */
const NAMES: Record<Quota, readonly [one: string, many: string, limit: string]> = {
  sites: ['site', 'sites', ''],
  activeQrs: ['active QR code', 'active QR codes', ''],
  redemptions: ['redemption', 'redemptions', ' a month'],
};

function overLimit(plan: PlanId, quota: Quota, limit: number, total: number): Refused {
  const [one, many, each] = NAMES[quota];
  const amount = (n: number) => `${n} ${n === 1 ? one : many}`;
  return refusal(plan, `${amount(limit)}${each}`, `${amount(total)} in total`, { kind: quota, most: limit, total });
}

/** @param values what a translation needs instead of the English phrases `limit` and `asked` */
function refusal(plan: PlanId, limit: string, asked: string, values: Refused['values']): Refused {
  return new Refused('PLAN_LIMIT_REACHED', { plan: PLANS[plan].name, limit, asked, ...values });
}
