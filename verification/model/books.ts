import type { OrderedEvent } from '@perktree/event-store/effective-time/effective-clock';
import type { Entry, Payout, Site, World } from './reference.ts';

/** An earned share, or what was taken back of one. Effective times in milliseconds. */
interface Booked extends Entry {
  readonly at: number;
  /** Of the share that it takes back; null: it is a share. */
  readonly ofShareAt: number | null;
}
interface Settled extends Payout {
  readonly at: number;
  /** When it was paid, cancelled or written off; never: it is open. */
  readonly endedAt: number;
}

/** A distributor's totals on one site in cents. */
export interface Sums {
  readonly opening: number;
  readonly earned: number;
  readonly takenBack: number;
  readonly paidOut: number;
  readonly writtenOff: number;
  readonly closing: number;
}
/** From its first millisecond, inclusive, to the first after it. */
export type Period = readonly [from: number, to: number];
export const ALWAYS: Period = [0, Number.MAX_SAFE_INTEGER];

export const sumOf = (rows: readonly { readonly cents: number }[]) => rows.reduce((sum, { cents }) => sum + cents, 0);

/**
 * The books of a business: amounts of the reference, by the effective times of the stored events, which any report has to add up
 * to.
 */
export function booksOf(world: World, events: readonly OrderedEvent[]) {
  const times = timesOf(events);
  const at = (what: string) => times.get(what) ?? Number.POSITIVE_INFINITY;
  const entries = world.redemptions
    .flatMap(({ shares }) => shares)
    .flatMap((share): Booked[] => [
      { ...share, at: at(share.id), ofShareAt: null },
      ...share.takings.map((taking) => ({ ...taking, at: at(taking.id), ofShareAt: at(share.id) })),
    ]);
  const payouts = world.payouts.map((payout): Settled => {
    return { ...payout, at: at(`made ${payout.id}`), endedAt: at(`ended ${payout.id}`) };
  });
  const entriesOf = (site: Site, owner: string) => entries.filter((e) => e.site === site && e.owner === owner);
  const payoutsOf = (site: Site, owner: string) =>
    payouts.filter((payout) => payout.site === site && payout.distributorId === owner);

  return {
    entries,
    ownersAt: (site: Site) => [...new Set(entries.filter((e) => e.site === site).map(({ owner }) => owner))].sort(),

    sums(site: Site, owner: string, [from, to]: Period): Sums {
      const own = entriesOf(site, owner);
      const ended = (status: Payout['status'], before: number) =>
        sumOf(
          payoutsOf(site, owner)
            .filter((payout) => payout.status === status && payout.endedAt < before)
            .flatMap((payout) => payout.entries),
        );
      const within = own.filter((entry) => entry.at >= from && entry.at < to);
      const earned = sumOf(within.filter(({ ofShareAt }) => ofShareAt === null));
      const takenBack = sumOf(within.filter(({ ofShareAt }) => ofShareAt !== null));
      const opening = sumOf(own.filter((entry) => entry.at < from)) - ended('paid', from) - ended('written_off', from);
      const paidOut = ended('paid', to) - ended('paid', from);
      const writtenOff = ended('written_off', to) - ended('written_off', from);
      const closing = opening + earned + takenBack - paidOut - writtenOff;
      return { opening, earned, takenBack, paidOut, writtenOff, closing };
    },

    /**
     * At a time: matured amounts in no payout, and amounts in an open payout.
     * @param until rows of later do not count; of now: all do, although a clock that ran back is behind them
     */
    standing(site: Site, owner: string, time: number, until = time) {
      const made = payoutsOf(site, owner).filter((payout) => payout.at <= until);
      const isFree = ({ status, endedAt }: Settled) => status === 'cancelled' && endedAt <= until;
      const gone = new Set(made.filter((payout) => !isFree(payout)).flatMap((p) => p.entries.map(({ id }) => id)));
      const hasMatured = (entry: Booked) => entry.maturesAt <= Math.max(time, entry.at);
      const free = entriesOf(site, owner).filter((e) => e.at <= until && hasMatured(e) && !gone.has(e.id));
      const open = made.filter(({ endedAt }) => endedAt > until).flatMap((payout) => payout.entries);
      return { payable: sumOf(free), inPayout: sumOf(open) };
    },

    /** Shares of a period less what was taken back of them within it. */
    earnedWithin(site: Site, owner: string, [from, to]: Period): number {
      const isWithin = (time: number | null) => time === null || (time >= from && time < to);
      return sumOf(entriesOf(site, owner).filter((entry) => isWithin(entry.at) && isWithin(entry.ofShareAt)));
    },
  };
}

export type Books = ReturnType<typeof booksOf>;

/** Effective times of entries by their ids, and of payouts: when they were made, and when they ended. */
function timesOf(events: readonly OrderedEvent[]): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const { type, data, effectiveAt } of events) {
    const at = Date.parse(effectiveAt);
    const { shares, payoutId, writeOffId } = data as {
      readonly shares?: readonly { readonly entryId: string }[];
      readonly payoutId?: string;
      readonly writeOffId?: string;
    };
    for (const { entryId } of shares ?? []) times.set(entryId, at);
    if (type === 'PayoutGenerated' || type === 'BalanceWrittenOff') times.set(`made ${payoutId ?? writeOffId}`, at);
    if (/^(Payout(Paid|Cancelled)|BalanceWrittenOff)$/.test(type)) times.set(`ended ${payoutId ?? writeOffId}`, at);
  }
  return times;
}
