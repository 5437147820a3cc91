import { type Currency, fromMinor } from '@perktree/contracts/kernel/money';
import {
  entriesIn,
  type LedgerSums,
  movementsOf,
  NO_SUMS,
  owedOf,
  withMovement,
} from '@perktree/contracts/ledger/movements';
import type { Collected } from './collect-events.ts';
import type { Opening } from './opening-balances.ts';
import type { StatementAsked, StatementEntry, StatementTotal } from './statement.ts';

/** The shares of the period, in the order of the store and of their event. */
export function entriesOf(events: readonly Collected[], { about }: StatementAsked): readonly StatementEntry[] {
  return events.flatMap(({ number, at, recorded: { fact }, isInPeriod }) => {
    if (!isInPeriod || !('shares' in fact.data)) return [];
    const { siteId, redemptionId, currency } = fact.data;
    return entriesIn(fact.data)
      .filter(({ distributorId }) => about.kind === 'site' || distributorId === about.id)
      .map(({ minor: _, ...entry }) => ({ ...entry, number, at, siteId, redemptionId, currency }));
  });
}

interface Sums extends LedgerSums {
  readonly opening: bigint;
  readonly entries: number;
}

/** By site, distributor and currency, in the order of these. */
export function statementTotalsOf(
  openings: readonly Opening[],
  events: readonly Collected[],
  { about }: Pick<StatementAsked, 'about'>,
): readonly StatementTotal[] {
  const sums = new Map<string, Sums>();
  const add = (
    payee: { readonly siteId: string; readonly distributorId: string; readonly currency: Currency },
    change: (before: Sums) => Sums,
  ) => {
    const key = JSON.stringify([payee.siteId, payee.distributorId, payee.currency]);
    sums.set(key, change(sums.get(key) ?? { ...NO_SUMS, opening: 0n, entries: 0 }));
  };
  for (const opening of openings) {
    add(opening, (before) => ({ ...before, opening: before.opening + opening.minor }));
  }
  for (const { recorded, isInPeriod } of events) {
    const { fact } = recorded;
    if (!isInPeriod || fact.type === 'PayoutReferenceCorrected') continue;
    const { siteId, currency } = fact.data;
    for (const movement of movementsOf(fact)) {
      const { distributorId } = movement;
      if (about.kind !== 'site' && distributorId !== about.id) continue;
      add({ siteId, distributorId, currency }, (before) => {
        const entries = before.entries + ('shares' in fact.data ? 1 : 0);
        return { ...withMovement(before, movement), entries };
      });
    }
  }
  return [...sums]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, total]) => {
      const { opening, entries, earned, takenBack, paidOut, writtenOff } = total;
      const [siteId, distributorId, currency] = JSON.parse(key) as [string, string, Currency];
      const text = (minor: bigint) => fromMinor(minor, currency);
      return {
        siteId,
        distributorId,
        currency,
        opening: text(opening),
        entries,
        earned: text(earned),
        takenBack: text(takenBack),
        sum: text(earned + takenBack),
        paidOut: text(paidOut),
        writtenOff: text(writtenOff),
        closing: text(opening + owedOf(total)),
      };
    });
}
