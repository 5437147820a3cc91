/**
 * An accountant's model of the product: it shares no code with it and counts in whole minor units. It is told what was done
 * and when, and computes what every report has to say.
 */
interface Entry {
  readonly place: string;
  readonly owner: string;
  readonly minor: bigint;
  /** Effective time in milliseconds: the newest clock so far. */
  readonly at: number;
  readonly matures: number;
  readonly isReversal: boolean;
  payout: string | null;
}
interface Payout {
  readonly place: string;
  readonly owner: string;
  readonly minor: bigint;
  readonly entries: readonly Entry[];
  paidAt: number | null;
}
interface Sale {
  readonly place: string;
  readonly sale: bigint;
  readonly shares: readonly Entry[];
  reversed: bigint;
}

/** What a distributor earned, and so on, at one place (a site in its currency). */
export interface Sums {
  opening: bigint;
  earned: bigint;
  takenBack: bigint;
  paidOut: bigint;
  closing: bigint;
}

/** Percent in hundredths that a QR earns, the one that was redeemed last. */
export interface Step {
  readonly owner: string;
  readonly points: bigint;
}

export class Accountant {
  readonly sales = new Map<string, Sale>();
  readonly payouts = new Map<string, Payout>();
  private readonly entries: Entry[] = [];
  private newest = 0;

  /** Something was stored at this time by its clock. */
  happened(clock: number): number {
    this.newest = Math.max(this.newest, clock);
    return this.newest;
  }

  redeemed(id: string, place: string, sale: bigint, path: readonly Step[], clock: number): void {
    const at = this.happened(clock);
    const own = path.map(({ points }, n) => points - (path[n + 1]?.points ?? 0n));
    const pool = (sale * (path[0]?.points ?? 0n) * 2n + 10_000n) / 20_000n;
    const parts = own.map((points) => (sale * points) / 10_000n);
    const rests = own.map((points) => (sale * points) % 10_000n);
    let left = pool - parts.reduce((sum, part) => sum + part, 0n);
    // The greatest remainder first; of equal ones, that nearest to the redeemed QR.
    const order = own
      .map((_, n) => n)
      .sort((a, b) => (rests[a] === rests[b] ? b - a : (rests[a] ?? 0n) > (rests[b] ?? 0n) ? -1 : 1));
    for (const n of order) {
      if (left === 0n) break;
      parts[n] = (parts[n] ?? 0n) + 1n;
      left -= 1n;
    }
    const shares = path.map(({ owner }, n) => ({
      ...{ place, owner, minor: parts[n] ?? 0n, at, matures: clock, isReversal: false, payout: null },
    }));
    this.entries.push(...shares);
    this.sales.set(id, { place, sale, shares, reversed: 0n });
  }

  /** Parts have to be such that no share is rounded; all that is left may be anything. */
  reversed(id: string, amount: bigint | null, clock: number): void {
    const at = this.happened(clock);
    const sale = this.sales.get(id);
    if (!sale) throw new Error(`there is no sale ${id}`);
    const after = amount === null ? sale.sale : sale.reversed + amount;
    for (const { owner, minor, matures } of sale.shares) {
      const taken = (minor * after) / sale.sale - (minor * sale.reversed) / sale.sale;
      const entry = { place: sale.place, owner, minor: -taken, at, matures: Math.max(matures, clock) };
      this.entries.push({ ...entry, isReversal: true, payout: null });
    }
    sale.reversed = after;
  }

  /** What a payout of a place has to be made of now, by distributor. */
  payable(place: string, clock: number): ReadonlyMap<string, readonly Entry[]> {
    const free = this.entries.filter((e) => e.place === place && e.payout === null && e.matures <= clock);
    const owners = [...new Set(free.map(({ owner }) => owner))];
    const byOwner = owners.map((owner) => [owner, free.filter((entry) => entry.owner === owner)] as const);
    return new Map(byOwner.filter(([, entries]) => sumOf(entries) >= 1n));
  }

  paidOutTo(id: string, place: string, owner: string, clock: number): bigint {
    const entries = this.payable(place, clock).get(owner) ?? [];
    for (const entry of entries) entry.payout = id;
    this.payouts.set(id, { place, owner, minor: sumOf(entries), entries, paidAt: null });
    return sumOf(entries);
  }

  paid(id: string, clock: number): void {
    const payout = this.payouts.get(id);
    if (payout) payout.paidAt = this.happened(clock);
  }

  cancelled(id: string, clock: number): void {
    this.happened(clock);
    for (const entry of this.payouts.get(id)?.entries ?? []) entry.payout = null;
    this.payouts.delete(id);
  }

  /** From one time on, before another one. Rows of nothing but zeros are left out. */
  sums(place: string, owner: string, from: number, to: number): Sums {
    const entries = this.entries.filter((e) => e.place === place && e.owner === owner);
    const payouts = [...this.payouts.values()].filter((p) => p.place === place && p.owner === owner);
    const paid = (before: number) => sumOf(payouts.filter(({ paidAt }) => paidAt !== null && paidAt < before));
    const within = entries.filter(({ at }) => at >= from && at < to);
    const opening = sumOf(entries.filter(({ at }) => at < from)) - paid(from);
    const earned = sumOf(within.filter(({ isReversal }) => !isReversal));
    const takenBack = sumOf(within.filter(({ isReversal }) => isReversal));
    const paidOut = paid(to) - paid(from);
    return { opening, earned, takenBack, paidOut, closing: opening + earned + takenBack - paidOut };
  }

  ownersAt(place: string): readonly string[] {
    return [...new Set(this.entries.filter((e) => e.place === place).map(({ owner }) => owner))].sort();
  }
}

const sumOf = (rows: readonly { readonly minor: bigint }[]) => rows.reduce((sum, { minor }) => sum + minor, 0n);

/** 1234n → "12.34" */
export function text(minor: bigint): string {
  const digits = (minor < 0n ? -minor : minor).toString().padStart(3, '0');
  return `${minor < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** "12.34" → 1234n */
export const minorOf = (amount: string): bigint => BigInt(amount.replace('.', ''));
