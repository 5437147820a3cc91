import type { PlanId } from '@perktree/contracts/plans';
import Stripe from 'stripe';

/** Stripe's ids of the monthly prices. */
export type PlanPrices = Readonly<Record<Exclude<PlanId, 'free'>, string>>;

interface StripeSubscription {
  readonly reference: string;
  /** Null: not created by this product. */
  readonly tenantId: string | null;
  /** Null: it pays for no plan (not yet, or no longer). */
  readonly plan: PlanId | null;
  readonly customer: string;
  readonly itemId: string;
}

/** Statuses in which the plan continues. In `past_due` Stripe retries the payment. */
const PAYING: ReadonlySet<string> = new Set(['active', 'trialing', 'past_due']);

/** The current subscription at Stripe; null: none, or not for a plan of this product. */
export async function readSubscription(
  stripe: Stripe,
  prices: PlanPrices,
  reference: string,
): Promise<StripeSubscription | null> {
  if (!reference.startsWith('sub_')) return null;
  const found = await retrieve(stripe, reference);
  if (found === null) return null;
  const item = found.items.data[0];
  const plan = item ? planOfPriceId(prices, item.price.id) : null;
  if (!item || plan === null) return null;
  return {
    reference: found.id,
    tenantId: found.metadata.tenantId ?? null,
    plan: PAYING.has(found.status) ? plan : null,
    customer: typeof found.customer === 'string' ? found.customer : found.customer.id,
    itemId: item.id,
  };
}

/** The plan of a Stripe price; null: the price is for no plan of this product. */
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
