import { Refused } from '@perktree/contracts/kernel/refusals';
import type Stripe from 'stripe';
import type { CheckoutOrder } from '../port.ts';
import type { ProviderAccounts } from '../provider-accounts.ts';
import {
  type PlanPrices,
  readSubscription,
  type StripeSubscription,
  subscriptionsOfCustomer,
} from './subscriptions.ts';

interface CheckoutOptions {
  readonly stripe: Stripe;
  readonly prices: PlanPrices;
  /** Customers at Stripe, by tenant. */
  readonly customers: ProviderAccounts;
  /** Where Stripe sends the browser afterwards. */
  readonly subscriptionPage: string;
}

/**
 * Where a tenant pays for a plan. A second subscription would be paid in addition to the first, so a new one is opened only
 * while no other can be paid: one that is paid is changed, and one that can recover leads to what is owed.
 */
export async function checkout(options: CheckoutOptions, order: CheckoutOrder): Promise<{ readonly url: string }> {
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

/** Earlier sessions end, because each could be paid. The same order again has the same session. */
async function openSession(
  { stripe, subscriptionPage }: CheckoutOptions,
  { orderId, tenantId, price, customer }: CheckoutOrder & { readonly price: string; readonly customer: string },
) {
  const { data: open } = await stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 });
  for (const session of open) {
    if (session.metadata?.orderId !== orderId) await stripe.checkout.sessions.expire(session.id);
  }
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
