import type { PlanId } from '@perktree/contracts/subscription/plans';
import Stripe from 'stripe';
import type { PlanAtProvider } from '../port.ts';

/** Stripe's ids of the monthly prices. */
export type PlanPrices = Readonly<Record<Exclude<PlanId, 'free'>, string>>;

export interface StripeSubscription {
  readonly reference: string;
  /** Null: not created by this product. */
  readonly tenantId: string | null;
  readonly plan: PlanAtProvider;
  /** Not paid, but Stripe starts it when what is owed is paid. */
  readonly canRecover: boolean;
  readonly customer: string;
  readonly itemId: string;
}

/** Statuses in which the plan continues. In `past_due` Stripe retries the payment. */
const PAYING: ReadonlySet<string> = new Set(['active', 'trialing', 'past_due']);
/** Statuses from which a payment leads to `active`. `canceled` and `incomplete_expired` are final. */
const RECOVERABLE: ReadonlySet<string> = new Set(['incomplete', 'unpaid', 'paused']);

/**
 * The current subscription at Stripe; null: none. A price at Stripe never changes, so after a new `STRIPE_PRICE_*` existing
 * subscriptions stay at prices that the settings no longer name: their plan is `unknown` while they are paid.
 */
export async function readSubscription(
  stripe: Stripe,
  prices: PlanPrices,
  reference: string,
): Promise<StripeSubscription | null> {
  if (!reference.startsWith('sub_')) return null;
  const found = await retrieve(stripe, reference);
  if (found === null) return null;
  return summarize(found, prices);
}

/** All subscriptions of a customer, newest first. */
export async function subscriptionsOfCustomer(
  stripe: Stripe,
  prices: PlanPrices,
  customer: string,
): Promise<readonly StripeSubscription[]> {
  const { data } = await stripe.subscriptions.list({ customer, status: 'all', limit: 100 });
  return data.flatMap((subscription) => summarize(subscription, prices) ?? []);
}

function summarize(found: Stripe.Subscription, prices: PlanPrices): StripeSubscription | null {
  const item = found.items.data[0];
  if (!item) return null;
  return {
    reference: found.id,
    tenantId: found.metadata.tenantId ?? null,
    plan: PAYING.has(found.status) ? (planOfPriceId(prices, item.price.id) ?? 'unknown') : null,
    canRecover: RECOVERABLE.has(found.status),
    customer: typeof found.customer === 'string' ? found.customer : found.customer.id,
    itemId: item.id,
  };
}

/** The plan of a Stripe price; null: the settings do not name the price. */
export function planOfPriceId(prices: PlanPrices, priceId: string): PlanId | null {
  return priceId === prices.pro ? 'pro' : priceId === prices.ultra ? 'ultra' : null;
}

async function retrieve(stripe: Stripe, reference: string) {
  try {
    return await stripe.subscriptions.retrieve(reference);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError && error.code === 'resource_missing') return null;
    throw error;
  }
}
