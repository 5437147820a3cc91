import { Refused } from '@perktree/contracts/kernel/refusals';
import type { PlanId } from '@perktree/contracts/subscription/plans';
import Stripe from 'stripe';
import { z } from 'zod';
import type { FundingSubject, NoticeSubject, PaymentNotices, PlanAtProvider, SubscriptionAtProvider } from '../port.ts';

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

const retrieve = (stripe: Stripe, reference: string) => stripe.subscriptions.retrieve(reference).catch(nullIfMissing);

/** For calls about an object that Stripe may not have. */
export function nullIfMissing(error: unknown): null {
  if (error instanceof Stripe.errors.StripeError && error.code === 'resource_missing') return null;
  throw error;
}

const uuid = z.uuid();

/**
 * Stripe's notices (webhooks). They may be repeated or out of order, so a notice only names a subscription, whose current
 * state is then read from Stripe.
 */
export function createStripeNotices(options: {
  readonly stripe: Stripe;
  readonly prices: PlanPrices;
  readonly webhookSecret: string;
  readonly orUnavailable: <T>(call: Promise<T>) => Promise<T>;
}): PaymentNotices {
  const { stripe, prices, webhookSecret, orUnavailable } = options;
  return {
    path: '/api/webhooks/stripe',
    signatureHeader: 'stripe-signature',
    async parse(rawBody, signature) {
      return orUnavailable(subjectOf(stripe, verified(stripe, rawBody, signature, webhookSecret)));
    },
    async subscription(reference) {
      const found = await orUnavailable(readSubscription(stripe, prices, reference));
      const tenantId = uuid.safeParse(found?.tenantId);
      return found && tenantId.success ? { tenantId: tenantId.data, plan: found.plan } : null;
    },
    subscriptions: () => orUnavailable(allSubscriptions(stripe, prices)),
  };
}

async function allSubscriptions(stripe: Stripe, prices: PlanPrices): Promise<readonly SubscriptionAtProvider[]> {
  const all: SubscriptionAtProvider[] = [];
  for await (const subscription of stripe.subscriptions.list({ status: 'all', limit: 100 })) {
    const found = summarize(subscription, prices);
    const tenantId = uuid.safeParse(found?.tenantId);
    if (found && tenantId.success) all.push({ reference: found.reference, tenantId: tenantId.data, plan: found.plan });
  }
  return all;
}

function verified(stripe: Stripe, rawBody: Buffer, signature: string, secret: string): unknown {
  try {
    return stripe.webhooks.constructEvent(rawBody, signature, secret);
  } catch {
    throw new Refused('PAYMENT_NOTICE_INVALID');
  }
}

const reference = z.union([z.string(), z.looseObject({ id: z.string() })]).nullish();

/** What is read of a notice. The signature proves who sent it, and not its form: another version of the API has another one. */
const noticeSchema = z.looseObject({
  type: z.string(),
  data: z.looseObject({
    object: z.looseObject({
      id: z.string().optional(),
      subscription: reference,
      payment_intent: reference,
      metadata: z.unknown().optional(),
    }),
  }),
});

/** @throws Refused PAYMENT_NOTICE_INVALID */
async function subjectOf(stripe: Stripe, event: unknown): Promise<NoticeSubject | null> {
  const parsed = noticeSchema.safeParse(event);
  if (!parsed.success) throw new Refused('PAYMENT_NOTICE_INVALID');
  const { type, data } = parsed.data;
  switch (type) {
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
    case 'customer.subscription.paused':
    case 'customer.subscription.resumed':
      if (data.object.id === undefined) throw new Refused('PAYMENT_NOTICE_INVALID');
      return { kind: 'subscription', reference: data.object.id };
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded': {
      const id = idOf(data.object.subscription);
      return id === null ? null : { kind: 'subscription', reference: id };
    }
    case 'payment_intent.succeeded':
    case 'payment_intent.payment_failed':
    case 'payment_intent.requires_action':
    case 'payment_intent.canceled':
      return fundingIn(data.object.metadata);
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
    case 'charge.refunded': {
      return fundingOfCharge(stripe, data.object.payment_intent);
    }
    case 'transfer.reversed':
    case 'transfer.updated': {
      const found = transferred.safeParse(data.object.metadata);
      return found.success ? { kind: 'transfer', payoutId: found.data.payoutId } : null;
    }
    default:
      return null;
  }
}

function idOf(found: z.infer<typeof reference>): string | null {
  return typeof found === 'string' ? found : (found?.id ?? null);
}

const transferred = z.looseObject({ payoutId: uuid });
const funding = z.looseObject({ fundingId: uuid, tenantId: uuid });

/** A dispute or refund has no metadata of its charge. Null: a charge that is not for payouts, or that cannot be read. */
export async function fundingOfCharge(
  stripe: Stripe,
  paymentIntent: z.infer<typeof reference>,
): Promise<FundingSubject | null> {
  const id = idOf(paymentIntent);
  const charge = id === null ? null : await stripe.paymentIntents.retrieve(id).catch(nullIfMissing);
  return charge && fundingIn(charge.metadata);
}

/** Null: a charge that is not for payouts. */
function fundingIn(metadata: unknown): FundingSubject | null {
  const found = funding.safeParse(metadata);
  return found.success ? { kind: 'funding', fundingId: found.data.fundingId, tenantId: found.data.tenantId } : null;
}
