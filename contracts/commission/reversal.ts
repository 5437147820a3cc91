import { Exact, wholeUnits } from '../kernel/exact.ts';

/**
 * The version that events record. Version 1 rounded every share by itself, so partial reversals could take back a minor
 * unit more or less than the pool of the reversed amount.
 */
export const REVERSAL_RULE_VERSION = 2;

/** A share and what earlier reversals took back of it, in minor units. */
interface ShareTakenBack {
  readonly earned: bigint;
  readonly taken: bigint;
}

/**
 * Reversal rule, version 2: partial reversals conserve the pool of any commission rule (docs/reference/domain-rules.md#reversals).
 *
 * 1. In all, as much is taken back as the pool of the reversed amount (`CommissionRule.reversedPool`).
 * 2. The minor units of the shares are taken back in a fixed order: a unit is due when half of it would be reversed if
 *    every share were reversed evenly. Of two units due at once, that of the QR nearest to the redeemed one is first.
 *
 * The order is fixed, so no reversal gives a unit back, no share loses more than it earned, and the sequence of partial
 * reversals does not matter.
 * @param shares root first
 * @param reversed in minor units: all reversed amounts with this one, and their pool
 * @returns what is taken back of each share in all, in minor units
 */
export function takenBackInAll(
  shares: readonly ShareTakenBack[],
  saleMinor: bigint,
  reversed: { readonly amount: bigint; readonly pool: bigint },
): readonly bigint[] {
  if (saleMinor === 0n) return shares.map(({ taken }) => taken);
  const units = shares.map(({ earned, taken }) => {
    const due = wholeUnits(new Exact(earned).times(reversed.amount).div(saleMinor));
    return { earned, least: taken, taken: due > taken ? due : taken };
  });
  // At most one unit a share is missing or too many.
  let missing = reversed.pool - units.reduce((sum, { taken }) => sum + taken, 0n);
  for (; missing > 0n; missing -= 1n) {
    const open = units.filter(({ taken, earned }) => taken < earned);
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

/** Compares the next units (1) or the last taken units (-1): unit n of a share is due at (2n - 1) / (2 × share). */
function isDueBefore(a: Unit, b: Unit, side: 1n | -1n): boolean {
  return (2n * a.taken + side) * b.earned < (2n * b.taken + side) * a.earned;
}
