/** Money in whole cents, percents in hundredths. The commission and payout rules again, on plain integers. */

export interface PathStep {
  readonly owner: string | null;
  /** In hundredths of a percent. */
  readonly percent: number;
}

/**
 * The owners' shares of a sale along a path, root first, without unclaimed QRs. They sum to the pool: the topmost
 * claimed percent of the sale, half-up.
 */
export function sharesOf(
  path: readonly PathStep[],
  saleCents: number,
): readonly { owner: string; percent: number; cents: number }[] {
  const kept = path.flatMap(({ owner, percent }) => (owner === null ? [] : [{ owner, percent }]));
  const own = kept.map(({ percent }, n) => percent - (kept[n + 1]?.percent ?? 0));
  const exact = own.map((percent) => saleCents * percent);
  const pool = Math.floor((saleCents * (kept[0]?.percent ?? 0) + 5000) / 10_000);
  const cents = exact.map((part) => Math.floor(part / 10_000));
  const byRemainder = exact.map((part, n) => ({ n, rest: part % 10_000 })).sort((a, b) => b.rest - a.rest || b.n - a.n);
  const left = pool - cents.reduce((sum, part) => sum + part, 0);
  for (const { n } of byRemainder.slice(0, left)) cents[n] = (cents[n] ?? 0) + 1;
  return kept.map(({ owner }, n) => ({ owner, percent: own[n] ?? 0, cents: cents[n] ?? 0 }));
}

/**
 * The cents that one reversal takes from each share, until all reversals together have taken the pool of the reversed amount.
 * The next cent comes from the share with the smallest fraction taken after half of that cent; of equal ones, the nearest.
 * @param shares root first; `taken`: cents that earlier reversals took
 * @param reversedCents of the sale, by all reversals
 */
export function takeBack(
  shares: readonly { readonly percent: number; readonly cents: number; readonly taken: number }[],
  reversedCents: number,
): readonly number[] {
  const percent = shares.reduce((sum, share) => sum + share.percent, 0);
  const pool = Math.floor((reversedCents * percent + 5000) / 10_000);
  const taken = shares.map((share) => share.taken);
  for (let left = pool - taken.reduce((sum, part) => sum + part, 0); left > 0; left -= 1) {
    let next = -1;
    for (const [n, { cents }] of shares.entries()) {
      const [own, best] = [taken[n] ?? 0, taken[next] ?? 0];
      const bestCents = shares[next]?.cents ?? 0;
      if (own < cents && (next < 0 || (2 * own + 1) * bestCents <= (2 * best + 1) * cents)) next = n;
    }
    taken[next] = (taken[next] ?? 0) + 1;
  }
  return taken.map((part, n) => part - (shares[n]?.taken ?? 0));
}

/** Of percents too: "2.50" to 250. */
export function toCents(amount: string): number {
  return Math.round(Number(amount) * 100);
}

export function toAmount(cents: number): string {
  return (cents / 100).toFixed(2);
}
