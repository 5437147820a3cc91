import { type Currency, fromMinor, toMinor } from '@perktree/contracts/money';
import type { Collected } from './collect-events.ts';
import type { StatementAsked, StatementEntry, StatementTotal } from './statement.ts';

/** The shares of the period, in the order of the store and of their event. */
export function entriesOf(events: readonly Collected[], { about }: StatementAsked): readonly StatementEntry[] {
  return events.flatMap(({ number, recorded: { fact, metadata }, isInPeriod }) => {
    if (!isInPeriod || fact.type === 'PayoutPaid') return [];
    const { siteId, redemptionId, currency, shares } = fact.data;
    return shares
      .filter(({ ownerId }) => about.kind === 'site' || ownerId === about.id)
      .map((share) => ({
        ...{ entryId: share.entryId, number, at: metadata.recordedAt, siteId, redemptionId },
        ...{ qrId: share.qrId, distributorId: share.ownerId, percent: share.percent, amount: share.amount, currency },
        reversesEntryId: 'reversesEntryId' in share ? String(share.reversesEntryId) : null,
      }));
  });
}

interface Sums {
  entries: number;
  earned: bigint;
  takenBack: bigint;
  paidOut: bigint;
}

/** By site, distributor and currency, in the order of these. */
export function totalsOf(entries: readonly StatementEntry[], events: readonly Collected[]): readonly StatementTotal[] {
  const sums = new Map<string, Sums>();
  const of = (...names: [siteId: string, distributorId: string, currency: Currency]) => {
    const key = JSON.stringify(names);
    const there = sums.get(key) ?? { entries: 0, earned: 0n, takenBack: 0n, paidOut: 0n };
    sums.set(key, there);
    return there;
  };
  for (const { siteId, distributorId, currency, amount, reversesEntryId } of entries) {
    const total = of(siteId, distributorId, currency);
    total.entries += 1;
    total[reversesEntryId === null ? 'earned' : 'takenBack'] += toMinor(amount, currency);
  }
  for (const {
    recorded: { fact },
    isInPeriod,
  } of events) {
    if (!isInPeriod || fact.type !== 'PayoutPaid') continue;
    const { siteId, distributorId, currency, amount } = fact.data;
    of(siteId, distributorId, currency).paidOut += toMinor(amount, currency);
  }
  return [...sums]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, { entries: count, earned, takenBack, paidOut }]) => {
      const [siteId, distributorId, currency] = JSON.parse(key) as [string, string, Currency];
      const text = (minor: bigint) => fromMinor(minor, currency);
      return {
        ...{ siteId, distributorId, currency, entries: count, earned: text(earned), takenBack: text(takenBack) },
        ...{ sum: text(earned + takenBack), paidOut: text(paidOut) },
      };
    });
}
