import { type Currency, fromMinor, toMinor } from '@perktree/contracts/kernel/money';
import type { Collected } from './collect-events.ts';
import type { Opening } from './opening-balances.ts';
import type { StatementAsked, StatementEntry, StatementTotal } from './statement.ts';

/** The shares of the period, in the order of the store and of their event. */
export function entriesOf(events: readonly Collected[], { about }: StatementAsked): readonly StatementEntry[] {
  return events.flatMap(({ number, at, recorded: { fact }, isInPeriod }) => {
    if (!isInPeriod || !('shares' in fact.data)) return [];
    const { siteId, redemptionId, currency, shares } = fact.data;
    return shares
      .filter(({ ownerId }) => about.kind === 'site' || ownerId === about.id)
      .map((share) => ({
        entryId: share.entryId,
        number,
        at,
        siteId,
        redemptionId,
        qrId: share.qrId,
        distributorId: share.ownerId,
        percent: share.percent,
        amount: share.amount,
        currency,
        reversesEntryId: 'reversesEntryId' in share ? String(share.reversesEntryId) : null,
      }));
  });
}

interface Sums {
  opening: bigint;
  entries: number;
  earned: bigint;
  takenBack: bigint;
  paidOut: bigint;
  writtenOff: bigint;
}

/** By site, distributor and currency, in the order of these. */
export function statementTotalsOf(
  openings: readonly Opening[],
  entries: readonly StatementEntry[],
  events: readonly Collected[],
): readonly StatementTotal[] {
  const sums = new Map<string, Sums>();
  const of = (...names: [siteId: string, distributorId: string, currency: Currency]) => {
    const key = JSON.stringify(names);
    const there = sums.get(key) ?? { opening: 0n, entries: 0, earned: 0n, takenBack: 0n, paidOut: 0n, writtenOff: 0n };
    sums.set(key, there);
    return there;
  };
  for (const { siteId, distributorId, currency, minor } of openings)
    of(siteId, distributorId, currency).opening += minor;
  for (const { siteId, distributorId, currency, amount, reversesEntryId } of entries) {
    const total = of(siteId, distributorId, currency);
    total.entries += 1;
    total[reversesEntryId === null ? 'earned' : 'takenBack'] += toMinor(amount, currency);
  }
  for (const {
    recorded: { fact },
    isInPeriod,
  } of events) {
    if (!isInPeriod || 'shares' in fact.data) continue;
    const { siteId, distributorId, currency, amount } = fact.data;
    const sum = fact.type === 'BalanceWrittenOff' ? 'writtenOff' : 'paidOut';
    const minor = toMinor(amount, currency);
    of(siteId, distributorId, currency)[sum] += fact.type === 'PayoutReturned' ? -minor : minor;
  }
  return [...sums]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, { opening, entries: count, earned, takenBack, paidOut, writtenOff }]) => {
      const [siteId, distributorId, currency] = JSON.parse(key) as [string, string, Currency];
      const text = (minor: bigint) => fromMinor(minor, currency);
      return {
        siteId,
        distributorId,
        currency,
        opening: text(opening),
        entries: count,
        earned: text(earned),
        takenBack: text(takenBack),
        sum: text(earned + takenBack),
        paidOut: text(paidOut),
        writtenOff: text(writtenOff),
        closing: text(opening + earned + takenBack - paidOut - writtenOff),
      };
    });
}
