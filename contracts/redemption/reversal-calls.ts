import { z } from 'zod';
import { callsOf } from '../kernel/call.ts';
import { MINUTE_MS } from '../kernel/durations.ts';
import { amountSchema } from '../kernel/money.ts';
import { shownLine } from '../kernel/plain-text.ts';

const call = callsOf('Payouts');
const reason = shownLine(200);

/** For so long after confirming a redemption, staff can undo it or lower its sale amount. */
export const CORRECTION_MS = 5 * MINUTE_MS;

export const reversalCalls = {
  correctRedemption: call('POST', '/api/staff/redemptions/:redemptionId/correct', {
    summary: 'Undo a redemption that I confirmed at most five minutes ago, or lower its sale amount',
    access: ['site_owner', 'staff'],
    params: z.strictObject({ redemptionId: z.uuid() }),
    body: z.strictObject({
      reason,
      /** The right sale amount; null undoes the redemption, so that the customer can redeem again. */
      saleAmount: amountSchema.nullable(),
    }),
    answer: z.strictObject({ redemptionId: z.uuid(), amount: z.string(), whole: z.boolean() }),
  }),
  reverseRedemption: call('POST', '/api/redemptions/:redemptionId/reverse', {
    summary: 'Reverse a redemption, wholly or for a part of the sale amount',
    access: ['site_owner'],
    params: z.strictObject({ redemptionId: z.uuid() }),
    body: z.strictObject({
      reason,
      /** The reversed part of the sale amount; absent for all that is left. */
      amount: amountSchema.optional(),
      /** Whether a whole reversal frees the slot. Default true. */
      freeSlot: z.boolean().optional(),
    }),
    answer: z.strictObject({
      reversalId: z.uuid(),
      redemptionId: z.uuid(),
      amount: z.string(),
      whole: z.boolean(),
      entries: z.array(z.strictObject({ id: z.uuid(), qrId: z.uuid(), amount: z.string() })),
    }),
  }),
} as const;
