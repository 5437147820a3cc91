import { randomUUID } from 'node:crypto';
import { currencySchema, fromMinor } from '@perktree/contracts/kernel/money';
import { Refused } from '@perktree/contracts/kernel/refusals';
import type { PlanInvoice } from '@perktree/contracts/subscription/calls';
import Stripe from 'stripe';
import type { CheckoutOrder, PaymentProvider } from '../port.ts';
import type { ProviderAccounts } from '../provider-accounts.ts';
import {
  createStripeNotices,
  type PlanPrices,
  planOfPriceId,
  readSubscription,
  type StripeSubscription,
  subscriptionsOfCustomer,
} from './notices.ts';
import { createStripePayouts } from './payouts.ts';

interface CheckoutOptions {
  readonly stripe: Stripe;
  readonly prices: PlanPrices;
  readonly customers: ProviderAccounts;
  /** Where Stripe sends the browser afterwards. */
  readonly subscriptionPage: string;
}

/**
 * Where a tenant pays for a plan. A second subscription would be paid in addition to the first, so a new one is opened only
 * while no other can be paid: one that is paid is changed, and one that can recover leads to what is owed.
 */
async function checkout(options: CheckoutOptions, order: CheckoutOrder): Promise<{ readonly url: string }> {
  const { stripe, prices, subscriptionPage } = options;
  if (order.plan === 'free') throw new Refused('UNKNOWN_PRICE', { priceId: 'free' });
  const price = prices[order.plan];
  const known = await readKnown(options, order.references);
  const customer = await customerOf(options, order.tenantId, known[0]?.customer);
  const all = [...known, ...(await subscriptionsOfCustomer(stripe, prices, customer))];
  const paid = all.find(({ plan }) => plan !== null);
  if (paid) return changePlan(stripe, paid, { price, subscriptionPage });
  const owed = all.find(({ canRecover }) => canRecover);
  if (owed) return payWhatIsOwed(stripe, owed, subscriptionPage);
  return openSession(options, { ...order, price, customer });
}

async function readKnown({ stripe, prices }: CheckoutOptions, references: readonly string[]) {
  const found: StripeSubscription[] = [];
  for (const reference of references) {
    const subscription = await readSubscription(stripe, prices, reference);
    if (subscription) found.push(subscription);
  }
  return found;
}

/** @param earlier the customer of a subscription from before customers were stored */
async function customerOf({ stripe, customers }: CheckoutOptions, tenantId: string, earlier?: string): Promise<string> {
  const stored = await customers.of(tenantId);
  if (stored !== null) return stored;
  const customer =
    earlier ??
    (await stripe.customers.create({ metadata: { tenantId } }, { idempotencyKey: `customer-${tenantId}` })).id;
  return customers.remember(tenantId, customer);
}

async function changePlan(
  stripe: Stripe,
  { customer, reference, itemId }: StripeSubscription,
  { price, subscriptionPage }: { readonly price: string; readonly subscriptionPage: string },
) {
  const { url } = await stripe.billingPortal.sessions.create({
    customer,
    return_url: subscriptionPage,
    flow_data: {
      type: 'subscription_update_confirm',
      subscription_update_confirm: { subscription: reference, items: [{ id: itemId, price, quantity: 1 }] },
      after_completion: { type: 'redirect', redirect: { return_url: subscriptionPage } },
    },
  });
  return { url };
}

/** Stripe's page of the open invoice; without one, the portal, where the tenant names a means of payment or cancels. */
async function payWhatIsOwed(stripe: Stripe, { reference, customer }: StripeSubscription, subscriptionPage: string) {
  const { data } = await stripe.invoices.list({ subscription: reference, status: 'open', limit: 1 });
  const url = data[0]?.hosted_invoice_url;
  if (url) return { url };
  const portal = await stripe.billingPortal.sessions.create({ customer, return_url: subscriptionPage });
  return { url: portal.url };
}

/** Each open session of a customer could be paid. @param kept the order whose session stays open */
async function expireSessions(stripe: Stripe, customer: string, kept?: string): Promise<void> {
  const { data: open } = await stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 });
  for (const session of open) {
    if (kept === undefined || session.metadata?.orderId !== kept) await stripe.checkout.sessions.expire(session.id);
  }
}

/** The sessions end first: paid meanwhile, one has made a subscription that is cancelled then. */
async function endAll(
  { stripe, prices, customers }: CheckoutOptions,
  tenantId: string,
  references: readonly string[],
): Promise<void> {
  const customer = await customers.of(tenantId);
  if (customer !== null) await expireSessions(stripe, customer);
  const others = customer === null ? [] : await subscriptionsOfCustomer(stripe, prices, customer);
  const payable = others.filter(({ plan, canRecover }) => plan !== null || canRecover);
  const all = new Set([...references, ...payable.map(({ reference }) => reference)]);
  for (const reference of all) await cancelSubscription(stripe, reference);
}

/** Earlier sessions end. The same order again has the same session. */
async function openSession(
  { stripe, subscriptionPage }: CheckoutOptions,
  { orderId, tenantId, price, customer }: CheckoutOrder & { readonly price: string; readonly customer: string },
) {
  await expireSessions(stripe, customer, orderId);
  const session = await stripe.checkout.sessions.create(
    {
      mode: 'subscription',
      customer,
      client_reference_id: tenantId,
      metadata: { orderId },
      line_items: [{ price, quantity: 1 }],
      subscription_data: { metadata: { tenantId } },
      success_url: subscriptionPage,
      cancel_url: subscriptionPage,
    },
    { idempotencyKey: orderId },
  );
  if (!session.url) throw new Error(`Stripe created checkout session ${session.id} without a url`);
  return { url: session.url };
}

/** Stripe's maximum. */
const PAGE_LENGTH = 100;

/** All invoices of a subscription but drafts, which Stripe may still change; null: Stripe has no such subscription. */
async function readInvoices(
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

export interface StripeOptions {
  readonly secretKey: string;
  /** `whsec_…`: verifies the signatures of notices. */
  readonly webhookSecret: string;
  readonly prices: PlanPrices;
  /** Without a slash at the end. */
  readonly publicUrl: string;
  /** The distributors' accounts at Stripe (`acct_…`). */
  readonly payoutAccounts: ProviderAccounts;
  /** The tenants' customers at Stripe (`cus_…`). */
  readonly customers: ProviderAccounts;
  /** Base URL of the API. Default: Stripe's. */
  readonly apiBase?: string;
  /** Retries of a failed call. Default: 2. */
  readonly maxRetries?: number;
}

const TIMEOUT_MS = 10_000;
const DEFAULT_RETRIES = 2;

/** Plans by Stripe Checkout and its customer portal; payouts in payouts.ts. */
export function createStripeProvider(options: StripeOptions): PaymentProvider {
  const { publicUrl, prices, payoutAccounts, customers } = options;
  const stripe = new Stripe(options.secretKey, {
    ...(options.apiBase ? hostOf(options.apiBase) : {}),
    timeout: TIMEOUT_MS,
    maxNetworkRetries: options.maxRetries ?? DEFAULT_RETRIES,
    telemetry: false,
  });
  const subscriptionPage = `${publicUrl}/subscription`;

  async function onboard(distributorId: string): Promise<{ url: string }> {
    const known = await payoutAccounts.of(distributorId);
    const account = known ?? (await payoutAccounts.remember(distributorId, await openAccount(stripe, distributorId)));
    const link = await stripe.accountLinks.create({
      account,
      type: 'account_onboarding',
      refresh_url: `${publicUrl}/payouts`,
      return_url: `${publicUrl}/payouts`,
    });
    return { url: link.url };
  }

  const ofPlans = { stripe, prices, customers, subscriptionPage };
  return {
    name: 'stripe',
    checkout: (order) => orUnavailable(checkout(ofPlans, order)),
    endAll: (tenantId, references) => orUnavailable(endAll(ofPlans, tenantId, references)),
    invoices: (reference) => orUnavailable(readInvoices(stripe, prices, reference)),
    cancel: (reference) => orUnavailable(cancelSubscription(stripe, reference)),
    onboard: (distributorId) => orUnavailable(onboard(distributorId)),
    payouts: createStripePayouts(stripe, payoutAccounts, orUnavailable),
    notices: createStripeNotices({ stripe, prices, webhookSecret: options.webhookSecret, orUnavailable }),
  };
}

/**
 * A retry after a crash returns the same account. A refusal has opened none, and Stripe repeats it to the same key even when
 * its reason is gone, so the call is made once more with another key.
 */
async function openAccount(stripe: Stripe, distributorId: string): Promise<string> {
  const create = (idempotencyKey: string) =>
    stripe.accounts.create(
      { type: 'express', capabilities: { transfers: { requested: true } }, metadata: { distributorId } },
      { idempotencyKey },
    );
  const key = `payout-account-${distributorId}`;
  const { id } = await create(key).catch((error: unknown) => {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    return create(`${key}-${randomUUID()}`);
  });
  return id;
}

async function cancelSubscription(stripe: Stripe, reference: string): Promise<void> {
  if (!reference.startsWith('sub_')) return;
  try {
    await stripe.subscriptions.cancel(reference);
  } catch (error) {
    // Stripe's answer for a subscription that is cancelled already.
    if (!(error instanceof Stripe.errors.StripeError) || error.code !== 'resource_missing') throw error;
  }
}

/** Any other answer, or none: the outcome is unknown, so retry later. */
async function orUnavailable<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    throw Object.assign(new Refused('PAYMENT_PROVIDER_UNAVAILABLE'), { cause: error });
  }
}

function hostOf(apiBase: string): { host: string; port: string; protocol: 'http' | 'https' } {
  const { hostname, port, protocol } = new URL(apiBase);
  const isHttp = protocol === 'http:';
  return { host: hostname, port: port || (isHttp ? '80' : '443'), protocol: isHttp ? 'http' : 'https' };
}
