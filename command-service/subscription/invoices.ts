import type { PlanInvoice, PlanInvoicesAnswer } from '@perktree/contracts/subscription/calls';
import { PLANS } from '@perktree/contracts/subscription/plans';
import { isOfflineReference } from '../payments/offline/offline-provider.ts';
import type { PaymentProvider } from '../payments/port.ts';
import type { PaidPeriod } from './decisions/state.ts';

/**
 * The provider's own invoices; for plans of the built-in checkout, one per started month, from the plan's history.
 * @throws Refused PAYMENT_PROVIDER_UNAVAILABLE
 */
export async function planInvoices(
  payments: Pick<PaymentProvider, 'invoices'>,
  periods: readonly PaidPeriod[],
  now: Date,
): Promise<PlanInvoicesAnswer> {
  const references = new Set(periods.map(({ reference }) => reference));
  const atProviders = [...references].filter((reference) => !isOfflineReference(reference));
  const found = await Promise.all(atProviders.map((reference) => payments.invoices?.(reference) ?? null));
  const invoices = [...found.flatMap((list) => list ?? []), ...testInvoices(periods, now)];
  return {
    invoices: invoices.sort((a, b) => Date.parse(b.issuedAt) - Date.parse(a.issuedAt)),
    hasOthersElsewhere: found.includes(null),
  };
}

/** A change of plan starts a new month at the full price: no money moves, so nothing is prorated. */
function testInvoices(periods: readonly PaidPeriod[], now: Date): PlanInvoice[] {
  return periods
    .filter(({ reference }) => isOfflineReference(reference))
    .flatMap((period) => monthsOf(period, now).map((month) => ({ ...month, plan: period.plan })))
    .map(({ from, to, plan }, n) => ({
      number: `TEST-${String(n + 1).padStart(4, '0')}`,
      issuedAt: from,
      ...{ from, to, plan },
      amount: PLANS[plan].price.toFixed(2),
      currency: 'EUR',
      status: 'not_charged',
      url: null,
    }));
}

function monthsOf({ since, until }: PaidPeriod, now: Date): { from: string; to: string }[] {
  const end = until === null ? now.getTime() : Date.parse(until);
  const months = [{ from: since, to: monthsAfter(since, 1) }];
  for (let n = 1; Date.parse(monthsAfter(since, n)) < end; n += 1) {
    months.push({ from: monthsAfter(since, n), to: monthsAfter(since, n + 1) });
  }
  return months;
}

/** The same day of a later month, UTC, or the last day of a shorter one: 31 January → 28 February → 31 March. */
function monthsAfter(start: string, months: number): string {
  const date = new Date(start);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  return date.toISOString();
}
