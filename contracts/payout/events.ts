import { z } from 'zod';
import { currencySchema, ledgerAmountSchema } from '../kernel/money.ts';
import { note, optionalNote, textHashSchema } from '../kernel/note.ts';

/** Why a payout by the payment provider failed for good. `not_collected`: the owner's money for it was not collected. */
export const TRANSFER_FAILURES = ['no_payout_account', 'refused_by_provider', 'not_collected'] as const;
export type TransferFailure = (typeof TRANSFER_FAILURES)[number];

const place = {
  siteId: z.uuid(),
  tenantId: z.uuid(),
  distributorId: z.string().min(1),
  currency: currencySchema,
};
const payout = { payoutId: z.uuid(), ...place };

/** Reason code of a write-off. The owner's text is in the account store, never in an event. */
export const WRITE_OFF_REASONS = [
  'account_deleted',
  'settled_elsewhere',
  'agreed',
  'uncollectible',
  'mistake',
] as const;

/** Reason code of a corrected reference. */
export const CORRECTION_REASONS = ['typing_mistake', 'other_payment', 'bank_reference'] as const;

/** Codes of why a payout failed, a balance was written off, or a reference was corrected. */
export const PAYOUT_REASONS = [...TRANSFER_FAILURES, ...WRITE_OFF_REASONS, ...CORRECTION_REASONS] as const;

/**
 * Events of a `payouts-{siteId}-{distributorId}` stream. An entry is combined once at most, and is in one payout or write-off
 * at most. `entryIds` of a payout or write-off are ledger entries and combined entries.
 */
export const payoutEvents = {
  /**
   * Up to 10,000 entries become one sum, so that an event of bounded size can settle any number of entries. From then on
   * the sum is settled in their place. It does not change what is owed, and is never undone.
   */
  EntriesCombined: z.strictObject({
    ...place,
    combinedId: z.uuid(),
    /** Negative where more was taken back than earned. */
    amount: ledgerAmountSchema,
    entryIds: z.array(z.uuid()).min(1),
  }),
  /** The owner no longer owes a balance, or no longer claims a negative one; no money moves. */
  BalanceWrittenOff: z.strictObject({
    ...place,
    writeOffId: z.uuid(),
    /** The sum of the entries; negative for a debt of the distributor. */
    amount: ledgerAmountSchema,
    entryIds: z.array(z.uuid()).min(1),
    reason: z.enum(WRITE_OFF_REASONS),
    /** The owner's text; null without a text. */
    ...optionalNote,
  }),
  PayoutGenerated: z.strictObject({
    ...payout,
    amount: ledgerAmountSchema,
    entryIds: z.array(z.uuid()).min(1),
    /** `provider`: transferred by the payment provider, for Ultra tenants; `by_hand`: the owner marks it as paid. */
    settlement: z.enum(['by_hand', 'provider']),
  }),
  /** Repeats its entries, so that a fold needs no other event. */
  PayoutPaid: z.strictObject({
    ...payout,
    amount: ledgerAmountSchema,
    entryIds: z.array(z.uuid()).min(1),
    /** The payment provider's id of the transfer; null: paid by hand. */
    reference: z.string().nullable(),
    /** The owner's reference; null: paid by the provider, or before version 2. */
    ...optionalNote,
    /** Salted hash of the payout account that the provider paid to; null: paid by hand, or recorded before hashes. */
    accountHash: textHashSchema.nullable(),
  }),
  PayoutFailed: z.strictObject({ ...payout, entryIds: z.array(z.uuid()).min(1), reason: z.enum(TRANSFER_FAILURES) }),
  PayoutCancelled: z.strictObject({
    ...payout,
    entryIds: z.array(z.uuid()).min(1),
    /** The owner's reason; null: written before version 2. */
    ...optionalNote,
  }),
  /** The money of a paid payout has come back: its entries are payable again. */
  PayoutReturned: z.strictObject({
    ...payout,
    amount: ledgerAmountSchema,
    entryIds: z.array(z.uuid()).min(1),
    /** The owner's reason; null: the payment provider reported the return. */
    ...optionalNote,
  }),
  /** Changes no money and no state. */
  PayoutReferenceCorrected: z.strictObject({
    ...payout,
    entryIds: z.array(z.uuid()).min(1),
    /** The new reference. */
    ...note,
    reason: z.enum(CORRECTION_REASONS),
  }),
};

/** Null: the first one. */
const former = { formerHash: textHashSchema.nullable() };

/** Events of a `payee-{userId}` stream: what payouts and statements print of a distributor, and where the money goes. */
export const payeeEvents = {
  /** The note is the name that payouts and statements print from now on. */
  PayeeNamed: z.strictObject({ userId: z.string().min(1), ...note, ...former }),
  /** Salted hash of the account at the payment provider to which payouts go from now on. */
  PayoutAccountChanged: z.strictObject({ userId: z.string().min(1), accountHash: textHashSchema, ...former }),
};

/** Why the operator has to approve a funding before the owner is charged. */
const FUNDING_APPROVAL_REASONS = ['above_amount', 'new_business'] as const;

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
