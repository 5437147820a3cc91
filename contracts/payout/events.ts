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
