import type { WhatIfAnswer } from '@perktree/contracts/audit/report-calls';
import { type Currency, fromMinor, toMinor } from '@perktree/contracts/kernel/money';

/** A distributor's earnings, and the part past its hold at the end of the period. In minor units. */
export interface Earned {
  earned: bigint;
  matured: bigint;
}

/** A distributor's earnings at a site, as they are and as they would be. */
export interface Account {
  readonly siteId: string;
  readonly distributorId: string;
  readonly currency: Currency;
  readonly actual: Earned;
  readonly changed: Earned;
}

/** Sums are decimal strings in the currency's major unit. */
export type ComparedOutcome = WhatIfAnswer['totals'][number];

export interface WhatIfOutcome {
  /** Redemptions of the period. */
  readonly redemptions: number;
  /** Of them, those that would have been refused. */
  readonly refused: number;
  readonly distributors: readonly (ComparedOutcome & { readonly siteId: string; readonly distributorId: string })[];
  readonly totals: readonly ComparedOutcome[];
}

type Minimums = { readonly [Side in 'actual' | 'changed']: (siteId: string) => string };
interface Minor extends Earned {
  payable: bigint;
}
interface Row {
  readonly siteId: string;
  readonly distributorId: string;
  readonly currency: Currency;
  readonly actual: Minor;
  readonly changed: Minor;
}

/** Accounts in the order of site, distributor and currency, each beside what it would have been, and together. */
export function whatIfOutcomeOf(
  accounts: readonly Account[],
  counts: { readonly redemptions: number; readonly refused: number },
  minimums: Minimums,
): WhatIfOutcome {
  const rows = accounts.map((account): Row => {
    const { siteId, currency } = account;
    return {
      ...account,
      actual: withPayable(account.actual, toMinor(minimums.actual(siteId), currency)),
      changed: withPayable(account.changed, toMinor(minimums.changed(siteId), currency)),
    };
  });
  const key = ({ siteId, distributorId, currency }: Row) => `${siteId} ${distributorId} ${currency}`;
  rows.sort((a, b) => (key(a) < key(b) ? -1 : 1));
  const totals = new Map<Currency, Pick<Row, 'currency' | 'actual' | 'changed'>>();
  for (const { currency, actual, changed } of rows) {
    const total = totals.get(currency) ?? { currency, actual: nothing(), changed: nothing() };
    totals.set(currency, total);
    addTo(total.actual, actual);
    addTo(total.changed, changed);
  }
  return {
    ...counts,
    distributors: rows.map((row) => ({ siteId: row.siteId, distributorId: row.distributorId, ...compared(row) })),
    totals: [...totals.values()].sort((a, b) => (a.currency < b.currency ? -1 : 1)).map(compared),
  };
}

const nothing = (): Minor => ({ earned: 0n, matured: 0n, payable: 0n });

function withPayable({ earned, matured }: Earned, minimum: bigint): Minor {
  return { earned, matured, payable: matured > 0n && matured >= minimum ? matured : 0n };
}

function addTo(total: Minor, { earned, matured, payable }: Minor): void {
  total.earned += earned;
  total.matured += matured;
  total.payable += payable;
}

function compared({ currency, actual, changed }: Pick<Row, 'currency' | 'actual' | 'changed'>): ComparedOutcome {
  const text = ({ earned, matured, payable }: Minor) => ({
    earned: fromMinor(earned, currency),
    matured: fromMinor(matured, currency),
    payable: fromMinor(payable, currency),
  });
  const difference: Minor = {
    earned: changed.earned - actual.earned,
    matured: changed.matured - actual.matured,
    payable: changed.payable - actual.payable,
  };
  return { currency, actual: text(actual), changed: text(changed), difference: text(difference) };
}
