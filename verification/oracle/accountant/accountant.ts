import { type Part, partsOf, type Step, takenBackOf } from './commission.ts';
import { sumOf } from './money.ts';

/** One share or the reversed part of one. Times are in milliseconds. */
interface Entry {
  readonly place: string;
  readonly sale: string;
  readonly qr: string;
  readonly owner: string;
  readonly minor: bigint;
  /** Effective time: the newest clock so far. */
  readonly at: number;
  readonly matures: number;
  /** Effective time of the share that it takes back; null: it is a share. */
  readonly ofShareAt: number | null;
}

/** A payout, or a balance that was written off. */
interface Payout {
  readonly id: string;
  readonly place: string;
  readonly owner: string;
  readonly minor: bigint;
  readonly entries: readonly Entry[];
  readonly at: number;
  readonly isWriteOff: boolean;
  settledAt: number | null;
  state: 'processing' | 'paid' | 'cancelled' | 'written_off';
}

export interface Sale {
  readonly id: string;
  readonly place: string;
  readonly path: readonly Step[];
  readonly holdMs: number;
  sale: bigint;
  /** Staff have not confirmed it, so nothing is earned. */
  isWaiting: boolean;
  parts: readonly Part[];
  shares: readonly Entry[];
  reversed: bigint;
  isWhole: boolean;
}

/** A distributor's totals on one site, in its currency. */
export interface Sums {
  readonly opening: bigint;
  readonly earned: bigint;
  readonly takenBack: bigint;
  readonly paidOut: bigint;
  readonly writtenOff: bigint;
  readonly closing: bigint;
}

/**
 * An accountant's model of the product. It shares no code with it and counts in whole minor units. From each action and its
 * time it computes the expected content of every report.
 */
export class Accountant {
  readonly sales = new Map<string, Sale>();
  readonly payouts = new Map<string, Payout>();
  readonly entries: Entry[] = [];
  private newest = 0;

  /** Records that an event was stored at this clock time. @returns its effective time, which never decreases */
  advanceTo(clock: number): number {
    this.newest = Math.max(this.newest, clock);
    return this.newest;
  }

  redeemed(id: string, { place, amount, path, holdMs }: NewSale, clock: number): void {
    const sale = this.open(id, { place, amount, path, holdMs }, false);
    this.earn(sale, clock);
  }

  /** The customer redeemed, and staff must confirm. @param amount the default sale amount */
  waits(id: string, { place, amount, path, holdMs }: NewSale, clock: number): void {
    this.advanceTo(clock);
    this.open(id, { place, amount, path, holdMs }, true);
  }

  confirmed(id: string, amount: bigint, clock: number): void {
    const sale = this.saleOf(id);
    Object.assign(sale, { sale: amount, isWaiting: false, parts: partsOf(sale.path, amount) });
    this.earn(sale, clock);
  }

  /** @param amount null: the rest of the sale @returns the reversed amount of each share, not positive */
  reversed(id: string, amount: bigint | null, clock: number): readonly bigint[] {
    const at = this.advanceTo(clock);
    const sale = this.saleOf(id);
    const before = takenBackOf(sale.parts, sale.reversed);
    sale.reversed = amount === null ? sale.sale : sale.reversed + amount;
    sale.isWhole = sale.reversed === sale.sale;
    const after = takenBackOf(sale.parts, sale.reversed);
    const back = sale.shares.map((share, n): Entry => {
      const minor = (before[n] ?? 0n) - (after[n] ?? 0n);
      // It counts as soon as the share does, also for a process whose clock is behind that of the reversal.
      return { ...share, minor, at, ofShareAt: share.at };
    });
    this.entries.push(...back);
    return back.map(({ minor }) => minor);
  }

  /** Matured entries of a site that are in no payout, by distributor. */
  payable(place: string, clock: number): ReadonlyMap<string, readonly Entry[]> {
    const settled = new Set([...this.payouts.values()].flatMap((p) => (p.state === 'cancelled' ? [] : p.entries)));
    const free = this.entries.filter((e) => e.place === place && !settled.has(e) && e.matures <= clock);
    const owners = [...new Set(free.map(({ owner }) => owner))];
    return new Map(owners.map((owner) => [owner, free.filter((entry) => entry.owner === owner)]));
  }

  /** Settles all payable entries of a distributor. @returns their sum */
  settled(
    id: string,
    { place, owner, isWriteOff }: Pick<Payout, 'place' | 'owner' | 'isWriteOff'>,
    clock: number,
  ): bigint {
    const entries = this.payable(place, clock).get(owner) ?? [];
    const at = this.advanceTo(clock);
    const state = isWriteOff ? 'written_off' : 'processing';
    const payout: Payout = {
      ...{ id, place, owner, minor: sumOf(entries), entries, at, isWriteOff },
      ...{ settledAt: isWriteOff ? at : null, state },
    };
    this.payouts.set(id, payout);
    return payout.minor;
  }

  ended(id: string, state: 'paid' | 'cancelled', clock: number): void {
    const payout = this.payouts.get(id);
    if (payout === undefined) throw new Error(`there is no payout ${id}`);
    payout.state = state;
    payout.settledAt = this.advanceTo(clock);
  }

  /** Totals of a distributor on a site in the interval [from, to). */
  sums(place: string, owner: string, [from, to]: readonly [number, number]): Sums {
    const entries = this.entries.filter((e) => e.place === place && e.owner === owner);
    const payouts = [...this.payouts.values()].filter((p) => p.place === place && p.owner === owner);
    const until = (time: number, state: 'paid' | 'written_off') =>
      sumOf(payouts.filter((p) => p.state === state && p.settledAt !== null && p.settledAt < time));
    const within = entries.filter(({ at }) => at >= from && at < to);
    const earned = sumOf(within.filter(({ ofShareAt }) => ofShareAt === null));
    const takenBack = sumOf(within.filter(({ ofShareAt }) => ofShareAt !== null));
    const opening = sumOf(entries.filter(({ at }) => at < from)) - until(from, 'paid') - until(from, 'written_off');
    const paidOut = until(to, 'paid') - until(from, 'paid');
    const writtenOff = until(to, 'written_off') - until(from, 'written_off');
    const closing = opening + earned + takenBack - paidOut - writtenOff;
    return { opening, earned, takenBack, paidOut, writtenOff, closing };
  }

  /** At the end of a period: matured amounts in no payout, and amounts in an open payout. */
  standing(place: string, owner: string, time: number): { readonly payable: bigint; readonly inPayout: bigint } {
    const of = (row: { place: string; owner: string; at: number }) =>
      row.place === place && row.owner === owner && row.at <= time;
    const payouts = [...this.payouts.values()].filter(of);
    const isOver = (p: Payout) => p.settledAt !== null && p.settledAt <= time;
    const gone = new Set(payouts.filter((p) => !(p.state === 'cancelled' && isOver(p))).flatMap((p) => p.entries));
    const free = this.entries.filter((entry) => of(entry) && entry.matures <= time && !gone.has(entry));
    return { payable: sumOf(free), inPayout: sumOf(payouts.filter((p) => !isOver(p))) };
  }

  /** Shares of a period's redemptions less their reversals within the period. */
  earnedWithin(place: string, owner: string, [from, to]: readonly [number, number]): bigint {
    const isWithin = (at: number) => at >= from && at < to;
    const own = this.entries.filter((e) => e.place === place && e.owner === owner && isWithin(e.at));
    return sumOf(own.filter(({ ofShareAt }) => ofShareAt === null || isWithin(ofShareAt)));
  }

  ownersAt(place: string): readonly string[] {
    return [...new Set(this.entries.filter((e) => e.place === place).map(({ owner }) => owner))].sort();
  }

  saleOf(id: string): Sale {
    const sale = this.sales.get(id);
    if (sale === undefined) throw new Error(`there is no sale ${id}`);
    return sale;
  }

  private open(id: string, { place, amount, path, holdMs }: NewSale, isWaiting: boolean): Sale {
    const sale: Sale = {
      ...{ id, place, path, holdMs, sale: amount, isWaiting, parts: partsOf(path, amount), shares: [] },
      ...{ reversed: 0n, isWhole: false },
    };
    this.sales.set(id, sale);
    return sale;
  }

  private earn(sale: Sale, clock: number): void {
    const at = this.advanceTo(clock);
    const matures = clock + sale.holdMs;
    sale.shares = sale.parts.map(({ qr, owner, minor }) => {
      return { place: sale.place, sale: sale.id, qr, owner, minor, at, matures, ofShareAt: null };
    });
    this.entries.push(...sale.shares);
  }
}

interface NewSale {
  readonly place: string;
  readonly amount: bigint;
  readonly path: readonly Step[];
  /** How long its shares are held, in milliseconds. */
  readonly holdMs: number;
}
