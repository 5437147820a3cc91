import type { WhatIfAnswer } from '@perktree/contracts/audit/report-calls';
import { type Currency, fromMinor, toMinor } from '@perktree/contracts/kernel/money';

export type Side = 'actual' | 'changed';

/** A distributor's earnings at a site, as they are and as they would be, and the part past its hold. In minor units. */
export interface Account extends Readonly<Record<Side, { earned: bigint; matured: bigint }>> {
  readonly siteId: string;
  readonly distributorId: string;
  readonly currency: Currency;
}

/** Sums are decimal strings in the currency's major unit. */
export type ComparedOutcome = WhatIfAnswer['totals'][number];

export interface WhatIfOutcome extends Readonly<Pick<WhatIfAnswer, 'redemptions' | 'refused'>> {
  readonly distributors: readonly (ComparedOutcome & { readonly siteId: string; readonly distributorId: string })[];
  readonly totals: readonly ComparedOutcome[];
}

const SUMS = ['earned', 'matured', 'payable'] as const;
/** In minor units. */
type Sums = Record<(typeof SUMS)[number], bigint>;
const sumsOf = (of: (name: keyof Sums) => bigint) => Object.fromEntries(SUMS.map((name) => [name, of(name)])) as Sums;

type Compared = { readonly currency: Currency } & Readonly<Record<Side, Sums>>;

/** Accounts in the order of site, distributor and currency, each beside what it would have been, and together. */
export function whatIfOutcomeOf(
  accounts: readonly Account[],
  counts: Pick<WhatIfOutcome, 'redemptions' | 'refused'>,
  minimums: Readonly<Record<Side, (siteId: string) => string>>,
): WhatIfOutcome {
  const rows = accounts.map(({ siteId, distributorId, currency, ...account }) => {
    const side = (name: Side) => withPayable(account[name], toMinor(minimums[name](siteId), currency));
    return { siteId, distributorId, currency, actual: side('actual'), changed: side('changed') };
  });
  const key = ({ siteId, distributorId, currency }: (typeof rows)[number]) => `${siteId} ${distributorId} ${currency}`;
  rows.sort((a, b) => (key(a) < key(b) ? -1 : 1));
  const totals = new Map<Currency, Compared>();
  for (const { currency, ...row } of rows) {
    const { actual, changed } = totals.get(currency) ?? { actual: sumsOf(() => 0n), changed: sumsOf(() => 0n) };
    totals.set(currency, {
      currency,
      actual: sumsOf((name) => actual[name] + row.actual[name]),
      changed: sumsOf((name) => changed[name] + row.changed[name]),
    });
  }
  return {
    ...counts,
    distributors: rows.map((row) => ({ siteId: row.siteId, distributorId: row.distributorId, ...compared(row) })),
    totals: [...totals.values()].sort((a, b) => (a.currency < b.currency ? -1 : 1)).map(compared),
  };
}

function withPayable({ earned, matured }: Account[Side], minimum: bigint): Sums {
  return { earned, matured, payable: matured > 0n && matured >= minimum ? matured : 0n };
}

function compared({ currency, actual, changed }: Compared): ComparedOutcome {
  const text = (sums: Sums) => ({
    earned: fromMinor(sums.earned, currency),
    matured: fromMinor(sums.matured, currency),
    payable: fromMinor(sums.payable, currency),
  });
  const difference = sumsOf((name) => changed[name] - actual[name]);
  return { currency, actual: text(actual), changed: text(changed), difference: text(difference) };
}
