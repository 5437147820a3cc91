import { toBasisPoints } from '../percent.ts';

/**
 * The version that events record. Version 1 rounded every share by itself, so that partial reversals could take back a
 * minor unit more or less than the pool of what was reversed.
 */
export const REVERSAL_RULE_VERSION = 2;

/** A share and what has been taken back of it, in minor units. */
export interface ShareTakenBack {
  /** Differential percent of the sale amount, a decimal string. */
  readonly percent: string;
  readonly earned: bigint;
  readonly taken: bigint;
}

/**
 * Reversal rule, version 2: partial reversals conserve the pool (docs/rules.md, Reversals).
 *
 * 1. In all, as much is taken back as the pool of the reversed amount, rounded once, half-up.
 * 2. The minor units of the shares are taken back in a fixed order: a unit is due when half of it would be reversed, were
 *    every share reversed evenly. Of two units due at once, that of the QR nearest to the redeemed one is first.
 *
 * The order is fixed, so no reversal gives a unit back, no share loses more than it earned, and the sequence of the
 * parts does not matter.
 * @param shares root first
 * @param reversedMinor sum of all reversed amounts, with this one
 * @returns what is taken back of each share in all, in minor units
 */
export function takenBackInAll(
  shares: readonly ShareTakenBack[],
  saleMinor: bigint,
  reversedMinor: bigint,
): readonly bigint[] {
  if (saleMinor === 0n) return shares.map(({ taken }) => taken);
  const basisPoints = shares.reduce((sum, { percent }) => sum + toBasisPoints(percent), 0);
  const pool = halfUp(reversedMinor * BigInt(basisPoints), 10_000n);
  // The units that are due; at most one for each share is missing, or too many.
  const units = shares.map(({ earned, taken }) => {
    const due = halfUp(earned * reversedMinor, saleMinor);
    return { earned, least: taken, taken: due > taken ? due : taken };
  });
  let missing = pool - units.reduce((sum, { taken }) => sum + taken, 0n);
  for (; missing > 0n; missing -= 1n) {
    const open = units.filter(({ earned, taken }) => taken < earned);
    const next = open.reduceRight<Unit | null>(
      (best, unit) => (best && !isDueBefore(unit, best, 1n) ? best : unit),
      null,
    );
    if (next === null) break;
    next.taken += 1n;
  }
  for (; missing < 0n; missing += 1n) {
    const open = units.filter(({ taken, least }) => taken > least);
    const last = open.reduce<Unit | null>((best, unit) => (best && !isDueBefore(best, unit, -1n) ? best : unit), null);
    if (last === null) break;
    last.taken -= 1n;
  }
  return units.map(({ taken }) => taken);
}

interface Unit {
  readonly earned: bigint;
  readonly least: bigint;
  taken: bigint;
}

/** Compares the units after (1) or before (-1) what is taken: the n-th unit of a share is due at (2n - 1) / (2 × share). */
function isDueBefore(a: Unit, b: Unit, side: 1n | -1n): boolean {
  return (2n * a.taken + side) * b.earned < (2n * b.taken + side) * a.earned;
}

/** Of whole numbers that are not negative. */
function halfUp(dividend: bigint, divisor: bigint): bigint {
  return (2n * dividend + divisor) / (2n * divisor);
}
