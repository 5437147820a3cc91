import { z } from 'zod';
import { isoTime } from '../kernel/call.ts';
import { rule } from '../kernel/issue-codes.ts';
import { amountSchema, currencySchema } from '../kernel/money.ts';
import { shownLine } from '../kernel/plain-text.ts';
import { KEY_SCOPES } from '../kernel/scopes.ts';
import { secret } from '../kernel/secret-text.ts';
import { call } from '../kernel/v1-version.ts';
import { v1LedgerCalls } from '../ledger/v1-calls.ts';
import { v1PayoutCalls } from '../payout/v1-calls.ts';
import { v1QrCalls } from '../qr/v1-calls.ts';
import { tillReferenceSchema } from '../redemption/events.ts';
import { tokenSchema } from '../scan/outcome.ts';
import { v1WebhookCalls } from '../webhook/v1-calls.ts';

export { V1_PATH } from '../kernel/v1-version.ts';

const redemptionParams = z.strictObject({ redemptionId: z.uuid() });

const v1RedemptionAnswer = z.strictObject({
  id: z.uuid(),
  siteId: z.uuid(),
  qrId: z.uuid(),
  /** As the customer sees it, such as "20.00% Discount". */
  benefit: z.string(),
  saleAmount: amountSchema,
  currency: currencySchema,
  reference: z.string().nullable(),
  redeemedAt: isoTime,
  /** Of the event, a decimal string. */
  position: z.string(),
});

export const v1Calls = {
  v1CreateRedemption: call('POST', '/api/v1/redemptions', {
    summary: 'Redeem a customer’s open scan at a till, by its code or by its token',
    access: { key: 'redeem' },
    body: z
      .strictObject({
        siteId: z.uuid(),
        code: z.string().max(40).regex(/\S/, rule('REQUIRED')).optional(),
        token: tokenSchema.optional(),
        /** Left out: the site's default. */
        saleAmount: amountSchema.optional(),
        /**
         * The till's own id of it, unique at the site. The same request again answers 200 and the same redemption; another
         * code or sale amount under it is refused.
         */
        reference: tillReferenceSchema.optional(),
      })
      .refine(
        ({ code, token }) => (code === undefined) !== (token === undefined),
        rule('EITHER_FIELD', { fields: 'code, token' }),
      ),
    answer: v1RedemptionAnswer,
    status: 201,
    repeatedStatus: 200,
  }),
  v1Redemption: call('GET', '/api/v1/redemptions/:redemptionId', {
    summary: 'One redemption of a site of the key',
    access: { key: 'redeem' },
    params: redemptionParams,
    answer: z.strictObject({
      ...v1RedemptionAnswer.shape,
      /** Of the newest reversal, of a part or of the whole. */
      reversedAt: isoTime.nullable(),
      /** What all reversals together took back of the sale amount. */
      reversedAmount: amountSchema,
      /** The whole sale amount is reversed, or the redemption was withdrawn before it was confirmed. */
      whollyReversed: z.boolean(),
    }),
  }),
  v1ReverseRedemption: call('POST', '/api/v1/redemptions/:redemptionId/reversals', {
    summary: 'Reverse a redemption of a site of the key, or a part of its sale amount',
    access: { key: 'redeem' },
    params: redemptionParams,
    body: z.strictObject({
      reason: shownLine(500),
      /** Left out: what is left of the sale amount. */
      amount: amountSchema.optional(),
    }),
    answer: z.strictObject({
      id: z.uuid(),
      redemptionId: z.uuid(),
      amount: amountSchema,
      /** The whole sale amount is reversed now. */
      whole: z.boolean(),
      position: z.string(),
    }),
    status: 201,
  }),
  v1AcceptDevicePairing: call('POST', '/api/v1/device-pairings/:token/accept', {
    summary: 'Take the API key of a device pairing, once',
    access: 'anyone',
    params: z.strictObject({ token: tokenSchema }),
    answer: z.strictObject({ key: secret(z.string()), siteId: z.uuid(), scopes: z.array(z.enum(KEY_SCOPES)) }),
    status: 201,
  }),
  ...v1QrCalls,
  ...v1LedgerCalls,
  ...v1PayoutCalls,
  ...v1WebhookCalls,
} as const;
