import { Refused } from '@perktree/contracts/kernel/refusals';
import { PLANS, type PlanId } from '@perktree/contracts/subscription/plans';

/** @param depth of the new QR; 0 for a root. @throws Refused PLAN_LIMIT_REACHED */
export function assertPlanAllowsDepth(plan: PlanId, depth: number): void {
  const { splitDepth } = PLANS[plan].limits;
  if (splitDepth === null || depth <= splitDepth) return;
  const levels = splitDepth === 1 ? '1 level' : `${splitDepth} levels`;
  throw planLimitReached(plan, `splits ${levels} deep`, `level ${depth}`, {
    kind: 'splitDepth',
    most: splitDepth,
    total: depth,
  });
}

/** @throws Refused PLAN_LIMIT_REACHED */
export function assertWhiteLabel(plan: PlanId): void {
  if (PLANS[plan].limits.whiteLabel) return;
  throw planLimitReached(plan, 'pages that name the product', 'white label', { kind: 'whiteLabel' });
}

/** @throws Refused PLAN_LIMIT_REACHED */
export function assertPlanAllowsStaffCodes(plan: PlanId): void {
  if (PLANS[plan].limits.staffCodes) return;
  throw planLimitReached(plan, 'staff to scan the customer’s QR', 'redemption by a typed code', { kind: 'staffCodes' });
}

/** @throws Refused PLAN_LIMIT_REACHED */
export function assertPlanAllowsDesigns(plan: PlanId): void {
  if (PLANS[plan].limits.whiteLabel) return;
  throw planLimitReached(plan, 'plain QR codes', 'a QR code in your design', { kind: 'qrDesign' });
}

/** @param values for translations, instead of the English phrases `limit` and `asked` */
export function planLimitReached(plan: PlanId, limit: string, asked: string, values: Refused['values']): Refused {
  return new Refused('PLAN_LIMIT_REACHED', { plan: PLANS[plan].name, limit, asked, ...values });
}
