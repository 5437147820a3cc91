import { currencySchema, fromMinor } from '@perktree/contracts/kernel/money';
import type { PlanInvoice } from '@perktree/contracts/subscription/calls';
import Stripe from 'stripe';
import { type PlanPrices, planOfPriceId } from './subscriptions.ts';

/** Stripe's maximum. */
const PAGE_LENGTH = 100;

/** All invoices of a subscription but drafts, which Stripe may still change; null: Stripe has no such subscription. */
export async function readInvoices(
  stripe: Stripe,
  prices: PlanPrices,
  reference: string,
): Promise<readonly PlanInvoice[] | null> {
  if (!reference.startsWith('sub_')) return null;
  const invoices: PlanInvoice[] = [];
  try {
    for await (const invoice of stripe.invoices.list({ subscription: reference, limit: PAGE_LENGTH })) {
      const { status } = invoice;
      if (status !== null && isIssued(status)) invoices.push(toPlanInvoice(invoice, status, prices));
    }
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError && error.code === 'resource_missing') return null;
    throw error;
  }
  return invoices;
}

const ISSUED = ['paid', 'open', 'void', 'uncollectible'] as const;
type Issued = (typeof ISSUED)[number];
const isIssued = (status: string): status is Issued => ISSUED.some((issued) => issued === status);

function toPlanInvoice(invoice: Stripe.Invoice, status: Issued, prices: PlanPrices): PlanInvoice {
  // The invoice's own period is the previous one, so use a line's. A plan change credits the old plan; the new costs most.
  const [line] = invoice.lines.data.toSorted((a, b) => b.amount - a.amount);
  const price = line?.pricing?.price_details?.price;
  const currency = currencySchema.parse(invoice.currency.toUpperCase());
  return {
    number: invoice.number ?? invoice.id,
    issuedAt: isoOf(invoice.created),
    from: isoOf(line?.period.start ?? invoice.period_start),
    to: isoOf(line?.period.end ?? invoice.period_end),
    plan: price === undefined ? null : planOfPriceId(prices, typeof price === 'string' ? price : price.id),
    amount: fromMinor(BigInt(invoice.total), currency),
    currency,
    status,
    url: invoice.hosted_invoice_url ?? null,
  };
}

function isoOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
