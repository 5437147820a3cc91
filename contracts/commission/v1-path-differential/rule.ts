import { Exact, NOTHING, percentOf, wholeUnits } from '../../kernel/exact.ts';
import { type Currency, minorDigits } from '../../kernel/money.ts';
import type { Allocation, CommissionRule, PathNode } from '../rule.ts';

/**
 * Version 1: each claimed QR earns its percent less that of the next claimed QR below.
 *
 * 1. Only claimed QRs of the path earn. The lowest earns its own percent.
 * 2. The pool is the topmost claimed percent of the sale, rounded once to the minor unit, half-up.
 * 3. The pool is allocated by largest remainder; ties go to the QR nearest to the redeemed one.
 */
export const pathDifferential: CommissionRule = {
  version: 1,
  name: 'path_differential',
  basis: 'percent',
  settings: [],
  texts: {
    en: {
      name: 'Percent difference',
      description: 'Each claimed QR earns its percent less that of the next claimed QR below.',
      settings: {},
    },
    es: {
      name: 'Diferencia de porcentajes',
      description: 'Cada QR reclamado gana su porcentaje menos el del siguiente QR reclamado por debajo.',
      settings: {},
    },
  },
  allocate,
  reversedPool({ shares }, reversedMinor) {
    const percent = shares.reduce((sum, share) => sum.plus(share.percent), NOTHING);
    return wholeUnits(percentOf(new Exact(reversedMinor), percent));
  },
};

function allocate(path: readonly PathNode[], saleAmount: string, currency: Currency): Allocation {
  const digits = minorDigits(currency);
  const claimed = path.filter((node): node is PathNode & { ownerId: string } => node.ownerId !== null);
  const sale = new Exact(saleAmount).toDecimalPlaces(digits);
  const pool = percentOf(sale, claimed[0]?.percent ?? 0).toDecimalPlaces(digits);

  const parts = claimed.map((node, index) => {
    const percent = new Exact(node.percent).minus(claimed[index + 1]?.percent ?? 0);
    const exact = percentOf(sale, percent);
    const amount = exact.toDecimalPlaces(digits, Exact.ROUND_FLOOR);
    return { node, percent, amount, remainder: exact.minus(amount), nearness: index };
  });

  const unit = new Exact(10).pow(-digits);
  let left = parts.reduce((rest, part) => rest.minus(part.amount), pool);
  const byRemainder = [...parts].sort((a, b) => b.remainder.cmp(a.remainder) || b.nearness - a.nearness);
  for (const part of byRemainder) {
    if (left.lte(0)) break;
    part.amount = part.amount.plus(unit);
    left = left.minus(unit);
  }

  return {
    pool: pool.toFixed(digits),
    shares: parts.map(({ node, percent, amount }) => ({
      qrId: node.qrId,
      ownerId: node.ownerId,
      percent: percent.toFixed(2),
      amount: amount.toFixed(digits),
    })),
  };
}
