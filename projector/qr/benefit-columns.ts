import type { Benefit } from '@perktree/contracts/qr/benefit';

export const BENEFIT_COLUMNS = {
  benefit_type: 'text',
  discount_percent: 'decimal?',
  discount_fixed_amount: 'decimal?',
  text_reward: 'text?',
} as const;

/** A benefit as the columns that qrs, scans and redemptions have in common. */
export function benefitColumns(benefit: Benefit) {
  return {
    benefit_type: benefit.type,
    discount_percent: benefit.discountPercent,
    discount_fixed_amount: benefit.discountFixedAmount,
    text_reward: benefit.textReward,
  };
}
