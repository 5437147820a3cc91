import type { Benefit } from '@perktree/contracts/qr/benefit';
import { WITHHELD_BENEFIT } from '@perktree/contracts/qr/shown-benefit';
import { configurationOf } from './configuration-of.ts';

/** A benefit as a customer may see it: all fields are null while the site withholds it. */
type ShownBenefit = { readonly [F in keyof Benefit]: Benefit[F] | null };

/**
 * @param configuration the site's, as the read model has it
 * @param redeemed whether this customer has redeemed it
 */
export function shownBenefit(benefit: Benefit, configuration: string, redeemed: boolean): ShownBenefit {
  if (redeemed || configurationOf(configuration).showBenefitBeforeRedeem) return benefit;
  return { ...WITHHELD_BENEFIT, type: null };
}
