import { z } from 'zod';
import { currencySchema, ledgerAmountSchema } from '../kernel/money.ts';

/** Why the operator has to approve a funding before the owner is charged. */
export const FUNDING_APPROVAL_REASONS = ['above_amount', 'new_business'] as const;

/** Why nothing was collected: its payouts fail, and their entries are payable again. */
export const FUNDING_FAILURES = ['no_payment_method', 'action_required', 'payment_refused', 'not_approved'] as const;
export type FundingFailure = (typeof FUNDING_FAILURES)[number];

const funding = {
  fundingId: z.uuid(),
  tenantId: z.uuid(),
  /** Every event repeats the payouts that it is about, so that a fold needs no other event. */
  payoutIds: z.array(z.uuid()).min(1),
};

/**
 * Events of a `payoutFunding-{tenantId}` stream: the money that an owner pays in for payouts by the payment provider. One
 * stream for each tenant, because its limits and its disputes are about all sites together. A payout is in one funding at most.
 */
export const payoutFundingEvents = {
  PayoutFundingRequested: z.strictObject({
    ...funding,
    currency: currencySchema,
    /** The sum of the payouts. */
    amount: ledgerAmountSchema,
    /** Charged in addition, for what the payment provider takes. */
    fee: ledgerAmountSchema,
    /** The payment provider's id of the subscription whose payment method is charged; null: the tenant pays for no plan. */
    subscription: z.string().nullable(),
    /** Null: no approval needed. */
    approval: z.enum(FUNDING_APPROVAL_REASONS).nullable(),
  }),
  PayoutFundingApproved: z.strictObject(funding),
  /** The payment provider has the owner's money. Only from now on are its payouts transferred. */
  PayoutFundingCollected: z.strictObject({
    ...funding,
    /** The payment provider's id of the charge. */
    reference: z.string(),
  }),
  PayoutFundingFailed: z.strictObject({ ...funding, reason: z.enum(FUNDING_FAILURES) }),
  /** The owner's bank takes the money back, or it was refunded. Blocks the automatic payouts of the tenant. */
  PayoutFundingDisputed: z.strictObject({ ...funding, kind: z.enum(['dispute', 'refund']) }),
  /** `kept`: the money stays. `settled`: the operator has settled it with the owner; the rest of its payouts fail. */
  PayoutFundingDisputeSettled: z.strictObject({ ...funding, outcome: z.enum(['kept', 'settled']) }),
  /** The owner got the money for these payouts back: they failed, or were returned, after it was collected. */
  PayoutFundingRefunded: z.strictObject(funding),
};
