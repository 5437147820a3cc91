import { z } from 'zod';
import { currencySchema, ledgerAmountSchema } from '../money.ts';

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
    reference: z.string(),
  }),
  PayoutFailed: z.strictObject({ ...payout, entryIds: z.array(z.uuid()).min(1), reason: z.string() }),
  PayoutCancelled: z.strictObject({ ...payout, entryIds: z.array(z.uuid()).min(1), reason: z.string() }),
};
