import type { Currency } from '../kernel/money.ts';
import type { Allocation, CommissionRule, PathNode, RuleChoice } from './rule.ts';
import { pathDifferential } from './v1-path-differential/rule.ts';
import { fixedPerTier } from './v2-fixed-per-tier/rule.ts';

/** Every commission rule that a site can choose or that an event may name (docs/how-to/add-a-commission-rule.md). */
export const COMMISSION_RULES: readonly CommissionRule[] = [pathDifferential, fixedPerTier];

/** @throws RangeError for an unknown version */
export function commissionRule(version: number): CommissionRule {
  const rule = COMMISSION_RULES.find((one) => one.version === version);
  if (rule === undefined) throw new RangeError(`commission rule ${version} does not exist`);
  return rule;
}

/** @throws RangeError for an unknown version */
export function allocateCommission(
  { version, settings }: RuleChoice,
  path: readonly PathNode[],
  saleAmount: string,
  currency: Currency,
): Allocation {
  return commissionRule(version).allocate(path, saleAmount, currency, settings);
}
