import { Exact, NOTHING, wholeUnits } from '../../kernel/exact.ts';
import { type Currency, minorDigits } from '../../kernel/money.ts';
import type { Allocation, CommissionRule, PathNode, RuleSettings } from '../rule.ts';

/**
 * Version 2: each claimed QR earns the amount of its tier, which is its depth below the root.
 *
 * 1. `tierAmounts` has the root's amount first. A QR deeper than the list earns 0. The amount of an unclaimed QR is not paid.
 * 2. The shares never exceed the sale amount. Where they would, QRs nearest to the redeemed one are paid first: they made
 *    the sale.
 * 3. A share's percent is what its amount is of the sale, half-up to a hundredth of a percent; nothing is computed from it.
 */
export const fixedPerTier: CommissionRule = {
  version: 2,
  name: 'fixed_per_tier',
  basis: 'amount',
  settings: ['tierAmounts'],
  texts: {
    en: {
      name: 'Fixed amount per tier',
      description: 'Each claimed QR earns the amount of its tier, up to the sale amount.',
      settings: {
        tierAmounts: {
          label: 'Amount per tier',
          help: 'One amount per tier, root first, separated by semicolons: 5.00; 2.00',
        },
      },
    },
    es: {
      name: 'Importe fijo por nivel',
      description: 'Cada QR reclamado gana el importe de su nivel, hasta el importe de la venta.',
      settings: {
        tierAmounts: {
          label: 'Importe por nivel',
          help: 'Un importe por nivel, primero la raíz, separados por punto y coma: 5,00; 2,00',
        },
      },
    },
  },
  allocate,
  reversedPool({ saleMinor, shares }, reversedMinor) {
    const pool = shares.reduce((sum, { earned }) => sum.plus(earned), NOTHING);
    return saleMinor === 0n ? 0n : wholeUnits(pool.times(reversedMinor).div(saleMinor));
  },
};

function allocate(
  path: readonly PathNode[],
  saleAmount: string,
  currency: Currency,
  { tierAmounts = [] }: RuleSettings,
): Allocation {
  const digits = minorDigits(currency);
  const sale = new Exact(saleAmount).toDecimalPlaces(digits);
  let left = sale;
  const shares = path.toReversed().flatMap(({ qrId, ownerId }, fromRedeemed) => {
    if (ownerId === null) return [];
    const ofTier = new Exact(tierAmounts[path.length - 1 - fromRedeemed] ?? 0).toDecimalPlaces(digits);
    const amount = Exact.min(ofTier, left);
    left = left.minus(amount);
    const percent = sale.isZero() ? NOTHING : amount.times(100).div(sale);
    return [{ qrId, ownerId, percent: percent.toFixed(2), amount: amount.toFixed(digits) }];
  });
  return { pool: sale.minus(left).toFixed(digits), shares: shares.toReversed() };
}
