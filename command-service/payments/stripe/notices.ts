import { Refused } from '@perktree/contracts/kernel/refusals';
import type Stripe from 'stripe';
import { z } from 'zod';
import type { FundingSubject, NoticeSubject, PaymentNotices } from '../port.ts';
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
      return orUnavailable(subjectOf(stripe, verified(stripe, rawBody, signature, webhookSecret)));
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

/** A dispute or refund has no metadata of its charge. Null: a charge that is not for payouts. */
export async function fundingOfCharge(
  stripe: Stripe,
  paymentIntent: z.infer<typeof reference>,
): Promise<FundingSubject | null> {
  const id = idOf(paymentIntent);
  return id === null ? null : fundingIn((await stripe.paymentIntents.retrieve(id)).metadata);
}

/** Null: a charge that is not for payouts. */
function fundingIn(metadata: unknown): FundingSubject | null {
  const found = funding.safeParse(metadata);
  return found.success ? { kind: 'funding', fundingId: found.data.fundingId, tenantId: found.data.tenantId } : null;
}
