import { Refused } from '@perktree/contracts/refusals';
import type Stripe from 'stripe';
import { z } from 'zod';
import type { PaymentNotices } from '../port.ts';
import { type PlanPrices, readSubscription } from './subscriptions.ts';

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
      const reference = subscriptionOf(verified(stripe, rawBody, signature, webhookSecret));
      return reference === null ? null : { reference };
    },
    async subscription(reference) {
      const found = await orUnavailable(readSubscription(stripe, prices, reference));
      const tenantId = uuid.safeParse(found?.tenantId);
      return found && tenantId.success ? { tenantId: tenantId.data, plan: found.plan } : null;
    },
  };
}

function verified(stripe: Stripe, rawBody: Buffer, signature: string, secret: string): unknown {
  try {
    return stripe.webhooks.constructEvent(rawBody, signature, secret);
  } catch {
    throw new Refused('PAYMENT_NOTICE_INVALID');
  }
}

/** What is read of a notice. The signature proves who sent it, and not its form: another version of the API has another one. */
const noticeSchema = z.looseObject({
  type: z.string(),
  data: z.looseObject({
    object: z.looseObject({
      id: z.string().optional(),
      subscription: z.union([z.string(), z.looseObject({ id: z.string() })]).nullish(),
    }),
  }),
});

/** @throws Refused PAYMENT_NOTICE_INVALID */
function subscriptionOf(event: unknown): string | null {
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
      return data.object.id;
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded': {
      const { subscription } = data.object;
      return typeof subscription === 'string' ? subscription : (subscription?.id ?? null);
    }
    default:
      return null;
  }
}
