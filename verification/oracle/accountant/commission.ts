/** One QR of a path. `owner` null: unclaimed, or its owner is blocked. */
export interface Step {
  readonly qr: string;
  readonly owner: string | null;
  /** Percent of the sale amount in hundredths. */
  readonly points: bigint;
}

/** What one owner earns, in minor units. */
export interface Part {
  readonly qr: string;
  readonly owner: string;
  /** Differential percent in hundredths. */
  readonly points: bigint;
  readonly minor: bigint;
}

/** The topmost percent of an amount, half-up. */
export const poolOf = (points: bigint, amount: bigint): bigint => (amount * points * 2n + 10_000n) / 20_000n;

/** Percent of all parts together, in hundredths. */
export const pointsOf = (parts: readonly Pick<Part, 'points'>[]): bigint =>
  parts.reduce((sum, { points }) => sum + points, 0n);

/** The pool by largest remainder; of equal ones, to the QR nearest to the redeemed one. @param path root first */
export function partsOf(path: readonly Step[], sale: bigint): readonly Part[] {
  const kept = path.flatMap((step) => (step.owner === null ? [] : [{ ...step, owner: step.owner }]));
  const own = kept.map((step, n) => ({ ...step, points: step.points - (kept[n + 1]?.points ?? 0n), n }));
  const parts = own.map((part) => ({ ...part, minor: (sale * part.points) / 10_000n }));
  const restOf = ({ points }: Part) => (sale * points) % 10_000n;
  let left = poolOf(kept[0]?.points ?? 0n, sale) - parts.reduce((sum, { minor }) => sum + minor, 0n);
  const order = [...parts].sort((a, b) => (restOf(a) === restOf(b) ? b.n - a.n : restOf(a) > restOf(b) ? -1 : 1));
  for (const part of order) {
    if (left === 0n) break;
    part.minor += 1n;
    left -= 1n;
  }
  return parts.map(({ qr, owner, points, minor }) => ({ qr, owner, points, minor }));
}

/**
 * The total that reversals take from each part, minor unit by minor unit. Unit n of a part is due
 * when the reversed part of the sale reaches (n - ½) / part; of units due at once, the nearest to the redeemed QR is first.
 * @param reversed sum of the reversed amounts
 */
export function takenBackOf(parts: readonly Part[], reversed: bigint): readonly bigint[] {
  const taken = parts.map(() => 0);
  const sizes = parts.map(({ minor }) => Number(minor));
  for (let left = Number(poolOf(pointsOf(parts), reversed)); left > 0; left -= 1) {
    let next = -1;
    let due = Number.POSITIVE_INFINITY;
    for (const [n, size] of sizes.entries()) {
      const own = (2 * (taken[n] ?? 0) + 1) / size;
      if ((taken[n] ?? 0) >= size || own > due) continue;
      next = n;
      due = own;
    }
    taken[next] = (taken[next] ?? 0) + 1;
  }
  return taken.map(BigInt);
}
