import { z } from 'zod';
import { currencySchema, ledgerAmountSchema } from '../money.ts';

/** Why the payment provider made no transfer, and will make none. */
export const transferFailureSchema = z.enum(['no_payout_account', 'refused_by_provider']);
export type TransferFailure = z.infer<typeof transferFailureSchema>;

const payout = {
  payoutId: z.uuid(),
  siteId: z.uuid(),
  tenantId: z.uuid(),
  distributorId: z.string().min(1),
  currency: currencySchema,
};

/** Events of a `payouts-{siteId}-{distributorId}` stream: an entry is in one payout at most (domain.md 9). */
export const payoutEvents = {
  PayoutGenerated: z.strictObject({
    ...payout,
    amount: ledgerAmountSchema,
    entryIds: z.array(z.uuid()).min(1),
    /** `provider`: transferred by the payment provider, for Ultra tenants; `by_hand`: the owner marks it as paid. */
    settlement: z.enum(['by_hand', 'provider']),
  }),
  /** Carries its entries again, so that whoever folds it needs no other event. */
  PayoutPaid: z.strictObject({
    ...payout,
    amount: ledgerAmountSchema,
    entryIds: z.array(z.uuid()).min(1),
    /** The payment provider's id of the transfer; null: paid by hand. */
    reference: z.string().nullable(),
    /** The owner's reference is kept in the account store under this id; null: paid by the provider, or before version 2. */
    noteId: z.uuid().nullable(),
  }),
  PayoutFailed: z.strictObject({ ...payout, entryIds: z.array(z.uuid()).min(1), reason: transferFailureSchema }),
  PayoutCancelled: z.strictObject({
    ...payout,
    entryIds: z.array(z.uuid()).min(1),
    /** The reason is kept in the account store under this id; null: written before version 2. */
    noteId: z.uuid().nullable(),
  }),
};
