import { Refused } from '@perktree/contracts/kernel/refusals';
import Stripe from 'stripe';
import type { CollectionOutcome, FundingStanding } from '../../payout/decisions/funding.ts';
import type { Collection, FundingSubject, PayoutPayments, Refund, Transfer, TransferByProvider } from '../port.ts';
import type { ProviderAccounts } from '../provider-accounts.ts';
import { fundingOfCharge, nullIfMissing } from './notices.ts';

/** Stripe's clock and the product's may differ. */
const CLOCK_TOLERANCE_S = 86_400;
/** Stripe's maximum. No funding has more payouts, so one page lists its transfers and refunds. */
const PAGE_LENGTH = 100;
/** A charge can be disputed for 120 days, and a dispute takes up to 75 days. */
const DISPUTE_S = 195 * 86_400;
const ENDED_WELL: ReadonlySet<string> = new Set(['won', 'warning_closed', 'prevented']);

/**
 * Payouts by Connect: an off-session charge of the owner, then transfers with that charge as their `source_transaction`, so
 * that Stripe itself pays no transfer from other money. Idempotency keys expire after about 24 hours, so every call first looks
 * for what an earlier one has made.
 */
export function createStripePayouts(
  stripe: Stripe,
  payoutAccounts: ProviderAccounts,
  orUnavailable: <T>(call: Promise<T>) => Promise<T>,
): PayoutPayments {
  return {
    canBePaid: async (distributorId) => (await payoutAccounts.of(distributorId)) !== null,
    accountHash: (distributorId) => payoutAccounts.hashOf(distributorId),
    collect: (collection) => orUnavailable(collect(stripe, collection)),
    standingOf: (reference) => orUnavailable(standingOf(stripe, reference)),
    disputedLately: (now) => orUnavailable(disputedLately(stripe, now)),
    transfer: (order) => orUnavailable(transfer(stripe, payoutAccounts, order).catch(failedIfRefused)),
    wasReversed: (reference) => orUnavailable(stripe.transfers.retrieve(reference).then(({ reversed }) => reversed)),
    refund: (order) => orUnavailable(refund(stripe, order)),
  };
}

async function collect(stripe: Stripe, collection: Collection): Promise<CollectionOutcome> {
  const { fundingId, tenantId, amountMinor, currency } = collection;
  const payer = await payerOf(stripe, collection.subscription);
  if (payer === null) return { kind: 'failed', reason: 'no_payment_method' };
  const earlier = await earlierCharge(stripe, payer.customer, collection);
  if (earlier) return outcomeOf(stripe, earlier);
  if (payer.paymentMethod === null) return { kind: 'failed', reason: 'no_payment_method' };
  try {
    const charge = await stripe.paymentIntents.create(
      {
        amount: Number(amountMinor),
        currency: currency.toLowerCase(),
        customer: payer.customer,
        payment_method: payer.paymentMethod,
        automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
        confirm: true,
        off_session: true,
        transfer_group: fundingId,
        metadata: { fundingId, tenantId },
      },
      { idempotencyKey: `payout-funding-${fundingId}` },
    );
    return await outcomeOf(stripe, charge);
  } catch (error) {
    // A refused charge exists at Stripe and could still be confirmed there, so it is cancelled.
    if (error instanceof Stripe.errors.StripeCardError && error.payment_intent) {
      return outcomeOf(stripe, error.payment_intent);
    }
    if (error instanceof Stripe.errors.StripeCardError || error instanceof Stripe.errors.StripeInvalidRequestError) {
      return { kind: 'failed', reason: 'payment_refused' };
    }
    throw error;
  }
}

/** The customer of a subscription and its payment method. Null: Stripe has no such subscription. */
async function payerOf(stripe: Stripe, subscription: string | null) {
  if (subscription === null || !subscription.startsWith('sub_')) return null;
  const found = await stripe.subscriptions.retrieve(subscription, { expand: ['customer'] }).catch(nullIfMissing);
  if (found === null) return null;
  const { customer } = found;
  const ofCustomer =
    typeof customer === 'string' || customer.deleted ? null : customer.invoice_settings.default_payment_method;
  const paymentMethod = found.default_payment_method ?? ofCustomer;
  return { customer: idOf(customer), paymentMethod: paymentMethod === null ? null : idOf(paymentMethod) };
}

async function earlierCharge(stripe: Stripe, customer: string, { fundingId, requestedAt }: Collection) {
  const since = Math.floor(Date.parse(requestedAt) / 1000) - CLOCK_TOLERANCE_S;
  const charges = stripe.paymentIntents.list({ customer, created: { gte: since }, limit: PAGE_LENGTH });
  for await (const charge of charges) if (charge.metadata.fundingId === fundingId) return charge;
  return null;
}

async function outcomeOf(stripe: Stripe, charge: Stripe.PaymentIntent): Promise<CollectionOutcome> {
  switch (charge.status) {
    case 'succeeded':
      return { kind: 'collected', reference: charge.id };
    case 'processing':
      return { kind: 'pending' };
    case 'canceled':
      return { kind: 'failed', reason: failureOf(charge) };
    default: {
      const needsAction = charge.status === 'requires_action';
      const cancelled = await stripe.paymentIntents.cancel(charge.id).catch((error: unknown) => {
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
        return null;
      });
      // It cannot be cancelled because it has just succeeded, or is under way: the next look tells.
      if (cancelled === null) return { kind: 'pending' };
      return { kind: 'failed', reason: needsAction ? 'action_required' : failureOf(charge) };
    }
  }
}

function failureOf({ last_payment_error: error }: Stripe.PaymentIntent): 'action_required' | 'payment_refused' {
  return error?.code === 'authentication_required' ? 'action_required' : 'payment_refused';
}

async function standingOf(stripe: Stripe, reference: string): Promise<FundingStanding> {
  const disputes = await stripe.disputes.list({ payment_intent: reference, limit: PAGE_LENGTH });
  if (disputes.data.some(({ status }) => !ENDED_WELL.has(status))) return 'dispute';
  const refunds = await stripe.refunds.list({ payment_intent: reference, limit: PAGE_LENGTH });
  // Refunds of single payouts are the product's own.
  const others = refunds.data.filter(({ metadata, status }) => !metadata?.payoutId && status !== 'failed');
  return others.length > 0 ? 'refund' : 'kept';
}

/** Few: of all charges, disputes and refunds are the exceptions. */
async function disputedLately(stripe: Stripe, now: Date): Promise<readonly FundingSubject[]> {
  const within = { created: { gte: Math.floor(now.getTime() / 1000) - DISPUTE_S }, limit: PAGE_LENGTH };
  const charges = new Set<string>();
  for await (const { payment_intent } of stripe.disputes.list(within)) charges.add(chargeIdOf(payment_intent));
  for await (const { payment_intent, metadata } of stripe.refunds.list(within)) {
    // Refunds of single payouts are the product's own.
    if (!metadata?.payoutId) charges.add(chargeIdOf(payment_intent));
  }
  const subjects = [];
  for (const id of charges) subjects.push(id === '' ? null : await fundingOfCharge(stripe, id));
  return subjects.filter((subject) => subject !== null);
}

const chargeIdOf = (charge: string | Stripe.PaymentIntent | null) =>
  typeof charge === 'string' ? charge : (charge?.id ?? '');

async function transfer(
  stripe: Stripe,
  payoutAccounts: ProviderAccounts,
  order: Transfer,
): Promise<TransferByProvider> {
  const { payoutId, distributorId, amountMinor, currency, fundedBy } = order;
  const [earlier] = await transfersOf(stripe, order);
  if (earlier?.reversed) return { kind: 'failed', reason: 'refused_by_provider' };
  if (earlier) return { kind: 'paid', reference: earlier.id };
  const destination = await payoutAccounts.of(distributorId);
  if (destination === null) return { kind: 'failed', reason: 'no_payout_account' };
  const { status, latest_charge: charge } = await stripe.paymentIntents.retrieve(fundedBy);
  if (status !== 'succeeded' || charge === null || (await standingOf(stripe, fundedBy)) !== 'kept') {
    const cause = new Error(`the money for payout ${payoutId} is not there: ${fundedBy} is ${status}`);
    throw Object.assign(new Refused('PAYMENT_PROVIDER_UNAVAILABLE'), { cause });
  }
  const made = await stripe.transfers.create(
    {
      amount: Number(amountMinor),
      currency: currency.toLowerCase(),
      destination,
      source_transaction: idOf(charge),
      metadata: { payoutId },
    },
    { idempotencyKey: payoutId },
  );
  return { kind: 'paid', reference: made.id };
}

async function transfersOf(stripe: Stripe, { payoutId, fundingId }: Pick<Transfer, 'payoutId' | 'fundingId'>) {
  const inFunding = await stripe.transfers.list({ transfer_group: fundingId, limit: PAGE_LENGTH });
  // Transfers from before owners were charged first have the payout as their group.
  const former = await stripe.transfers.list({ transfer_group: payoutId, limit: 1 });
  return [...former.data, ...inFunding.data.filter(({ metadata }) => metadata.payoutId === payoutId)];
}

/**
 * Stripe refunds a charge also while its money is transferred, from the operator's balance. So what a concurrent attempt has
 * transferred is taken back first; where Stripe refuses that, nothing is refunded.
 */
async function refund(stripe: Stripe, order: Refund): Promise<void> {
  const { payoutId, fundedBy, amountMinor } = order;
  for (const { id, amount, amount_reversed: reversed } of await transfersOf(stripe, order)) {
    if (amount === reversed) continue;
    const key = `payout-reversal-${id}-${reversed}`;
    await stripe.transfers.createReversal(id, { amount: amount - reversed }, { idempotencyKey: key });
  }
  const refunds = await stripe.refunds.list({ payment_intent: fundedBy, limit: PAGE_LENGTH });
  if (refunds.data.some(({ metadata, status }) => metadata?.payoutId === payoutId && status !== 'failed')) return;
  await stripe.refunds.create(
    { payment_intent: fundedBy, amount: Number(amountMinor), metadata: { payoutId } },
    { idempotencyKey: `payout-refund-${payoutId}` },
  );
}

/**
 * A refusal by Stripe is final, except for a low balance of the platform, which may only be pending. Its message may name
 * accounts, so it is not stored.
 *
 * Stripe repeats a stored refusal to the same idempotency key until the key expires, after about 24 hours. A new key for each
 * retry could pay twice if two requests overlap.
 */
function failedIfRefused(error: unknown): TransferByProvider {
  if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code !== 'balance_insufficient') {
    return { kind: 'failed', reason: 'refused_by_provider' };
  }
  throw error;
}

function idOf(found: string | { readonly id: string }): string {
  return typeof found === 'string' ? found : found.id;
}
