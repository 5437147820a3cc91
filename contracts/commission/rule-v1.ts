import { type Currency, fromMinor, toMinor } from '../money.ts';
import { fromBasisPoints, toBasisPoints } from '../percent.ts';

/** The version that events record, so that a later rule never changes an old entry. */
export const COMMISSION_RULE_VERSION = 1;

/** One QR on the way from the root (first) to the redeemed QR (last). `ownerId` null: nobody has claimed it. */
export interface PathNode {
  readonly qrId: string;
  readonly ownerId: string | null;
  /** Decimal string, percent of the sale amount. */
  readonly percent: string;
}

export interface Share {
  readonly qrId: string;
  readonly ownerId: string;
  /** What this owner earns, as percent of the sale amount: own percent less that of the next claimed QR below. */
  readonly percent: string;
  /** In the currency's major unit, with all its decimals. */
  readonly amount: string;
}

/**
 * Commission rule, version 1: path-differential, conserving the total (domain.md 7).
 *
 * 1. Only claimed QRs of the path count.
 * 2. The lowest earns its own percent, each above its own less that of the next kept one below.
 * 3. The pool is the topmost kept percent of the sale, rounded once to the minor unit, half-up, and is allocated by
 *    largest remainder, ties to the QR nearest to the redeemed one.
 *
 * Shares come in the order of the path, root first; they sum to the pool exactly. An owner of two QRs has two shares.
 * @param saleAmount decimal string in the currency's major unit
 */
export function allocateCommission(
  path: readonly PathNode[],
  saleAmount: string,
  currency: Currency,
): { readonly pool: string; readonly shares: readonly Share[] } {
  const claimed = path.filter((node): node is PathNode & { ownerId: string } => node.ownerId !== null);
  const top = claimed[0];
  if (top === undefined) return { pool: fromMinor(0n, currency), shares: [] };

  // Whole numbers throughout: minor units times basis points are ten-thousandths of a minor unit.
  const saleMinor = toMinor(saleAmount, currency);
  const exact = (basisPoints: number) => saleMinor * BigInt(basisPoints);
  const pool = (exact(toBasisPoints(top.percent)) + HALF) / PARTS;

  const parts = claimed.map((node, index) => {
    const below = claimed[index + 1];
    const basisPoints = toBasisPoints(node.percent) - (below ? toBasisPoints(below.percent) : 0);
    const share = exact(basisPoints);
    const minor = floorOf(share);
    return { node, basisPoints, minor, remainder: Number(share - minor * PARTS), nearness: index };
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

/** Basis points of a whole, and half a minor unit in the same measure. */
const PARTS = 10_000n;
const HALF = PARTS / 2n;

/** Whole minor units, rounded down: BigInt's own division rounds towards zero. */
function floorOf(parts: bigint): bigint {
  return parts < 0n && parts % PARTS !== 0n ? parts / PARTS - 1n : parts / PARTS;
}
