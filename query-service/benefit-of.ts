import type { Benefit } from '@perktree/contracts/benefit';

/** The benefit columns that qrs, scans and redemptions have in common, as answers carry them. */
export function benefitOf(row: {
  readonly benefit_type: string;
  readonly discount_percent: number | null;
  readonly discount_fixed_amount: number | null;
  readonly text_reward: string | null;
}): Benefit {
  return {
    type: row.benefit_type as Benefit['type'],
    discountPercent: row.discount_percent,
    discountFixedAmount: row.discount_fixed_amount,
    textReward: row.text_reward,
  };
}

/** SQL of the text by which a search finds a benefit, in English and Spanish. @param table alias of a table with its columns */
export const benefitTextSql = (table: string): string => `concat_ws(E'\\n',
  trim_scale(${table}.discount_percent) || '% discount descuento off',
  trim_scale(${table}.discount_fixed_amount) || ' off descuento', ${table}.text_reward)`;
