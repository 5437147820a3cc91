import type { AuditReportAnswer } from '@perktree/contracts/audit/check-calls';
import { type Currency, fromMinor, toMinor } from '@perktree/contracts/kernel/money';
import type { ClosedSums } from '../month-close/close-month.ts';

export type Figure = AuditReportAnswer['differences'][number]['figure'];
export type SourceName = AuditReportAnswer['sources'][number]['name'];
/** Figures in minor units, or counts. */
type Sums = ReadonlyMap<Figure, bigint>;
/** By payee and currency (`keyOf`). */
export type SumsByPayee = ReadonlyMap<string, Sums>;

export interface Disagreement {
  readonly source: SourceName;
  readonly distributorId: string;
  readonly currency: Currency;
  readonly figure: Figure;
  /** By the events. Decimal strings, or counts. */
  readonly expected: string;
  readonly found: string;
}

const COUNTS: readonly Figure[] = ['entries', 'reversals', 'payouts'];
const FIGURES: Readonly<Record<SourceName, readonly Figure[]>> = {
  close: ['opening', 'entries', 'earned', 'reversals', 'takenBack', 'payouts', 'paidOut', 'writtenOff', 'closing'],
  ledger: ['entries', 'earned', 'reversals', 'takenBack'],
  payouts: ['payouts', 'paidOut', 'writtenOff'],
  balances: ['opening', 'closing'],
  statement: ['opening', 'earned', 'takenBack', 'paidOut', 'writtenOff', 'closing'],
};

export const keyOf = (distributorId: string, currency: Currency): string => `${currency} ${distributorId}`;

/** The sums of a ledger that was folded from events, as a source or as what sources are held against. */
export const sumsOf = (
  rows: readonly (Partial<ClosedSums> & { readonly distributorId: string; readonly currency: Currency })[],
): SumsByPayee =>
  new Map(
    rows.map(({ distributorId, currency, ...row }) => [
      keyOf(distributorId, currency),
      new Map(
        Object.entries(row).flatMap(([figure, value]) =>
          FIGURES.close.includes(figure as Figure)
            ? [
                [
                  figure as Figure,
                  typeof value === 'number' ? BigInt(value) : toMinor(String(value), currency),
                ] as const,
              ]
            : [],
        ),
      ),
    ]),
  );

/** Holds the figures of a source against those of the events; a payee that one of them does not have counts as 0. */
export function compareSource(
  source: SourceName,
  expected: SumsByPayee,
  found: SumsByPayee,
): { readonly compared: number; readonly differences: readonly Disagreement[] } {
  const keys = [...new Set([...expected.keys(), ...found.keys()])].sort();
  const differences = keys.flatMap((key) => {
    const [currency, distributorId] = splitKey(key);
    return FIGURES[source].flatMap((figure) => {
      const ours = expected.get(key)?.get(figure) ?? 0n;
      const theirs = found.get(key)?.get(figure) ?? 0n;
      if (ours === theirs) return [];
      const text = (value: bigint) => (COUNTS.includes(figure) ? `${value}` : fromMinor(value, currency));
      return [{ source, distributorId, currency, figure, expected: text(ours), found: text(theirs) }];
    });
  });
  return { compared: keys.length * FIGURES[source].length, differences };
}

function splitKey(key: string): readonly [Currency, string] {
  const at = key.indexOf(' ');
  return [key.slice(0, at) as Currency, key.slice(at + 1)];
}
