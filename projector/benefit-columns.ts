import type { Benefit } from '@perktree/contracts/benefit';

/** A benefit as the columns that qrs, scans and redemptions have in common. */
export function benefitColumns(benefit: Benefit) {
  return {
    benefit_type: benefit.type,
    discount_percent: benefit.discountPercent,
    discount_fixed_amount: benefit.discountFixedAmount,
    text_reward: benefit.textReward,
  };
}
