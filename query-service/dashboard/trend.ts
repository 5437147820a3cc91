import type { SiteStatsAnswer } from '@perktree/contracts/http/dashboard';
import { type Currency, fromMinor } from '@perktree/contracts/money';
import type { Window } from './days.ts';
import type { DayRow } from './query.ts';

/** The figures of a window: totals, those of the period before, and the series. Amounts in the main currency alone. */
export function trendOf(rows: readonly DayRow[], window: Window): SiteStatsAnswer {
  const currency = mainCurrency(rows);
  const [first = ''] = window.days;
  const current = rows.filter(({ day }) => day >= first);
  return {
    ...totalsOf(current, currency),
    currency,
    previous: totalsOf(
      rows.filter(({ day }) => day < first),
      currency,
    ),
    series: window.days.map((date) => {
      const { totalScans, redemptions, commissionEarned } = totalsOf(
        current.filter(({ day }) => day === date),
        currency,
      );
      return { date, scans: totalScans, redemptions, commission: commissionEarned };
    }),
  };
}

function totalsOf(rows: readonly DayRow[], currency: Currency) {
  const totalScans = rows.reduce((sum, row) => sum + row.scans, 0);
  const redemptions = rows.reduce((sum, row) => sum + row.redemptions, 0);
  const minor = rows.reduce((sum, row) => sum + (row.currency === currency ? row.commission : 0n), 0n);
  return {
    totalScans,
    redemptions,
    conversionRate: rate(redemptions, totalScans),
    commissionEarned: fromMinor(minor, currency),
  };
}

/** Percent with one decimal, half up; 0 when there are no scans (specification 2.3). */
function rate(redemptions: number, scans: number): number {
  return scans === 0 ? 0 : Math.round((redemptions * 1000) / scans) / 10;
}

/** The currency that most commission is in; EUR when there is none. */
function mainCurrency(rows: readonly DayRow[]): Currency {
  const sums = new Map<string, bigint>();
  for (const { currency, commission } of rows) {
    if (currency !== null) sums.set(currency, (sums.get(currency) ?? 0n) + commission);
  }
  const [most] = [...sums].sort(([a, x], [b, y]) => (x === y ? (a < b ? -1 : 1) : x > y ? -1 : 1));
  return (most?.[0] ?? 'EUR') as Currency;
}
