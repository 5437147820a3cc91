import { type Currency, fromMinor, toMinor } from '../../money.ts';
import { fromBasisPoints, toBasisPoints } from '../../percent.ts';
import { type Allocation, type CommissionRule, divideHalfUp, type PathNode } from '../rule.ts';

/** Basis points of a whole. */
const WHOLE = 10_000n;

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
    const basisPoints = shares.reduce((sum, { percent }) => sum + toBasisPoints(percent), 0);
    return divideHalfUp(reversedMinor * BigInt(basisPoints), WHOLE);
  },
};

function allocate(path: readonly PathNode[], saleAmount: string, currency: Currency): Allocation {
  const claimed = path.filter((node): node is PathNode & { ownerId: string } => node.ownerId !== null);
  const top = claimed[0];
  if (top === undefined) return { pool: fromMinor(0n, currency), shares: [] };

  // Minor units times basis points are ten-thousandths of a minor unit: whole numbers throughout.
  const saleMinor = toMinor(saleAmount, currency);
  const exact = (basisPoints: number) => saleMinor * BigInt(basisPoints);
  const pool = divideHalfUp(exact(toBasisPoints(top.percent)), WHOLE);

  const parts = claimed.map((node, index) => {
    const below = claimed[index + 1];
    const basisPoints = toBasisPoints(node.percent) - (below ? toBasisPoints(below.percent) : 0);
    const share = exact(basisPoints);
    const minor = divideDown(share);
    return { node, basisPoints, minor, remainder: Number(share - minor * WHOLE), nearness: index };
  });

  let left = pool - parts.reduce((sum, part) => sum + part.minor, 0n);
  const byRemainder = [...parts].sort((a, b) => b.remainder - a.remainder || b.nearness - a.nearness);
  for (const part of byRemainder) {
    if (left <= 0n) break;
    part.minor += 1n;
    left -= 1n;
  }

  return {
    pool: fromMinor(pool, currency),
    shares: parts.map(({ node, basisPoints, minor }) => ({
      qrId: node.qrId,
      ownerId: node.ownerId,
      percent: fromBasisPoints(basisPoints),
      amount: fromMinor(minor, currency),
    })),
  };
}

/** Rounds down below zero too: BigInt's own division rounds towards zero. */
function divideDown(parts: bigint): bigint {
  return parts < 0n && parts % WHOLE !== 0n ? parts / WHOLE - 1n : parts / WHOLE;
}
