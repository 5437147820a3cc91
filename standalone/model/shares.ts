/** Money in whole cents, percents in hundredths. The rules of domain.md 7 and 9 once more, on plain integers. */

export interface PathStep {
  readonly owner: string | null;
  /** In hundredths of a percent. */
  readonly percent: number;
}

/**
 * What the owners on a path earn of a sale, root first; unclaimed QRs are left out. They sum to the pool: the topmost
 * claimed percent of the sale, half-up.
 */
export function sharesOf(path: readonly PathStep[], saleCents: number): readonly { owner: string; cents: number }[] {
  const kept = path.flatMap(({ owner, percent }) => (owner === null ? [] : [{ owner, percent }]));
  const exact = kept.map(({ percent }, n) => saleCents * (percent - (kept[n + 1]?.percent ?? 0)));
  const pool = Math.floor((saleCents * (kept[0]?.percent ?? 0) + 5000) / 10_000);
  const cents = exact.map((part) => Math.floor(part / 10_000));
  const byRemainder = exact.map((part, n) => ({ n, rest: part % 10_000 })).sort((a, b) => b.rest - a.rest || b.n - a.n);
  const left = pool - cents.reduce((sum, part) => sum + part, 0);
  for (const { n } of byRemainder.slice(0, left)) cents[n] = (cents[n] ?? 0) + 1;
  return kept.map(({ owner }, n) => ({ owner, cents: cents[n] ?? 0 }));
}

/** What has been taken back of a share when so much of the sale is reversed: half-up, over all reversals together. */
export function takenBack(shareCents: number, reversedCents: number, saleCents: number): number {
  return saleCents === 0 ? 0 : Math.floor((2 * shareCents * reversedCents + saleCents) / (2 * saleCents));
}

export function toCents(amount: string): number {
  return Math.round(Number(amount) * 100);
}

export function toAmount(cents: number): string {
  return (cents / 100).toFixed(2);
}

/** "2.50" to 250. */
export const toHundredths = toCents;
export const toPercent = toAmount;
