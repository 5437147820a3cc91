/** A share as reversals are computed from it, in minor units. */
interface EarnedShare {
  readonly earned: bigint;
  /** What earlier reversals took back of it. */
  readonly taken: bigint;
}

/** A reversal, in minor units. */
interface Reversal {
  readonly sale: bigint;
  /** What earlier reversals took off the sale amount. */
  readonly before: bigint;
  /** The same with this reversal. */
  readonly after: bigint;
  /** The pool of `after`, by the redemption's commission rule. */
  readonly pool: bigint;
}

/**
 * What one reversal takes back of each share, by the rule's version, in minor units (docs/reference/domain-rules.md#reversals).
 * @param shares root first
 */
export function computeTakenBack(
  ruleVersion: number,
  shares: readonly EarnedShare[],
  reversal: Reversal,
): readonly bigint[] {
  if (ruleVersion !== 1) return conserving(shares, reversal);
  const { sale, before, after } = reversal;
  return shares.map(({ earned }) => partOf(earned, after, sale) - partOf(earned, before, sale));
}

/** Version 1: `share × reversed / sale`, half-up, each share by itself. */
function partOf(share: bigint, reversed: bigint, sale: bigint): bigint {
  if (sale === 0n) return 0n;
  const [whole, rest] = [(share * reversed) / sale, (share * reversed) % sale];
  return rest * 2n >= sale ? whole + 1n : whole;
}

/**
 * Version 2: unit n of a share comes at (2n - 1) / share; as many units as the pool has, the earliest first, and of equal
 * ones that nearest to the redeemed QR. Starts from proportional shares and exchanges units until no earlier one exists.
 */
function conserving(shares: readonly EarnedShare[], { pool }: Reversal): readonly bigint[] {
  const all = shares.reduce((sum, { earned }) => sum + earned, 0n);
  const counts = shares.map(({ earned, taken }) => {
    const inProportion = all === 0n ? 0n : (earned * pool) / all;
    return inProportion > taken ? inProportion : taken;
  });
  const total = () => counts.reduce((sum, count) => sum + count, 0n);
  const place = (index: number, unit: bigint): Place => ({
    index,
    at: 2n * unit - 1n,
    of: shares[index]?.earned ?? 0n,
  });
  const addable = () =>
    shares.flatMap(({ earned }, n) => ((counts[n] ?? 0n) < earned ? [place(n, (counts[n] ?? 0n) + 1n)] : []));
  const removable = () =>
    shares.flatMap(({ taken }, n) => ((counts[n] ?? 0n) > taken ? [place(n, counts[n] ?? 0n)] : []));
  const change = (index: number, by: bigint) => {
    counts[index] = (counts[index] ?? 0n) + by;
  };
  for (;;) {
    const next = addable().sort(byOrder)[0];
    const last = removable().sort(byOrder).at(-1);
    const left = pool - total();
    const isExchange = left === 0n && next !== undefined && last !== undefined && byOrder(next, last) < 0;
    if (last !== undefined && (left < 0n || isExchange)) change(last.index, -1n);
    else if (next !== undefined && left > 0n) change(next.index, 1n);
    else break;
  }
  return counts.map((count, index) => count - (shares[index]?.taken ?? 0n));
}

/** Where a minor unit is in the order, `at / of`, and its share. */
interface Place {
  readonly index: number;
  readonly at: bigint;
  readonly of: bigint;
}

function byOrder(a: Place, b: Place): number {
  const [left, right] = [a.at * b.of, b.at * a.of];
  if (left === right) return b.index - a.index;
  return left < right ? -1 : 1;
}
