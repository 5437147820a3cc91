import type { SiteStatsAnswer } from '@perktree/contracts/dashboard/calls';
import { type Currency, fromMinor } from '@perktree/contracts/kernel/money';
import type { Window } from './days.ts';
import type { DayRow } from './query.ts';

/** The figures of a window: totals, those of the period before, and the series. Currencies are never added up. */
export function trendOf(rows: readonly DayRow[], window: Window): SiteStatsAnswer {
  const [first = ''] = window.days;
  const current = rows.filter(({ day }) => day >= first);
  const previous = rows.filter(({ day }) => day < first);
  const byCurrency = byRedemptions(current, previous);
  const currency = byCurrency[0]?.currency ?? 'EUR';
  return {
    ...totalsOf(current, currency),
    currency,
    byCurrency,
    previous: totalsOf(previous, currency),
    timeZone: window.timeZone,
    series: window.days.map((date) => {
      const ofDay = current.filter(({ day }) => day === date);
      const { totalScans, redemptions, commissionEarned } = totalsOf(ofDay, currency);
      const amounts = byRedemptions(ofDay, []).map((one) => ({
        currency: one.currency,
        commission: one.commissionEarned,
      }));
      return { date, scans: totalScans, redemptions, commission: commissionEarned, byCurrency: amounts };
    }),
  };
}

/** Each currency with its earnings, most redemptions first, then by name. */
function byRedemptions(current: readonly DayRow[], previous: readonly DayRow[]): SiteStatsAnswer['byCurrency'] {
  const currencies = new Set([...current, ...previous].flatMap(({ currency }) => currency ?? []));
  const of = (rows: readonly DayRow[], currency: Currency) => {
    const { redemptions, commissionEarned } = totalsOf(
      rows.filter((row) => row.currency === currency),
      currency,
    );
    return { redemptions, commissionEarned };
  };
  return ([...currencies] as Currency[])
    .map((currency) => ({ currency, ...of(current, currency), previous: of(previous, currency) }))
    .sort(
      (a, b) =>
        b.redemptions - a.redemptions ||
        b.previous.redemptions - a.previous.redemptions ||
        (a.currency < b.currency ? -1 : 1),
    );
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

/**
 * Percent with one decimal, half up; 0 when there are no scans. At most 100: redemptions can be of scans made before the
 * period, which are not counted in it.
 */
function rate(redemptions: number, scans: number): number {
  return scans === 0 ? 0 : Math.round((Math.min(redemptions, scans) * 1000) / scans) / 10;
}
