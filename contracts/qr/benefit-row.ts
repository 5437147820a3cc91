import type { ReadModelRow } from '../catalogue/read-models.ts';
import type { Currency } from '../kernel/money.ts';
import type { Benefit } from './benefit.ts';
import type { BenefitTerms } from './shown-benefit.ts';

/** The benefit columns that qrs, scans and redemptions have in common. */
export type BenefitRow = Pick<
  ReadModelRow<'redemptions'>,
  'benefit_type' | 'discount_percent' | 'discount_fixed_amount' | 'text_reward'
>;

/** The benefit of a row, as answers carry it. */
export function benefitOfRow(row: BenefitRow): Benefit {
  return {
    type: row.benefit_type as Benefit['type'],
    discountPercent: row.discount_percent,
    discountFixedAmount: row.discount_fixed_amount,
    textReward: row.text_reward,
  };
}

/** As `benefitOfRow`, with the currency, as answers carry it beside the label. */
export function benefitTermsOfRow(row: BenefitRow & { readonly currency: string }): BenefitTerms {
  return { ...benefitOfRow(row), currency: row.currency as Currency };
}
