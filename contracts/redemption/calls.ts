import { z } from 'zod';
import { callsOf, isoTime } from '../kernel/call.ts';
import { rule } from '../kernel/issue-codes.ts';
import { amountSchema, currencySchema } from '../kernel/money.ts';
import { benefitTermsSchema } from '../qr/shown-benefit.ts';
import { scanOutcome, tokenBody, tokenSchema } from '../scan/outcome.ts';

const call = callsOf('Scanning and redeeming');

const scanOfCustomer = {
  redemptionCode: z.string().max(40).regex(/\S/, rule('REQUIRED')).optional(),
  token: tokenSchema.optional(),
};
const oneSecret = [
  (body: { redemptionCode?: string | undefined; token?: string | undefined }) =>
    (body.redemptionCode === undefined) !== (body.token === undefined),
  rule('EITHER_FIELD', { fields: 'redemptionCode, token' }),
] as const;

/** What is left of a limit is `most` less `used`; `most` null: unlimited. */
const limit = z.strictObject({ used: z.number().int(), most: z.number().int().nullable() });

/** What staff see before they redeem a scan, or confirm its redemption. */
const lookedUpScan = z.strictObject({
  benefit: z.string(),
  benefitTerms: benefitTermsSchema,
  qrName: z.string(),
  customerName: z.string(),
  siteName: z.string(),
  currency: currencySchema,
  defaultSaleAmount: z.string(),
  maxSaleAmount: z.string(),
  /** The site's `staffRedeemInOneStep`. */
  redeemsInOneStep: z.boolean(),
  expiresAtUtc: isoTime,
  /** The customer has redeemed it, so it counts already. */
  awaitsConfirmation: z.boolean(),
  /** Redemptions of the QR, and of this customer, in the issue period. */
  redemptions: limit,
  redemptionsOfCustomer: limit,
});
export type LookedUpScan = z.infer<typeof lookedUpScan>;

export const redemptionCalls = {
  redeem: call('POST', '/api/redeem', {
    summary: 'Redeem my open scan of a QR, by its customer token',
    access: 'signed_in',
    body: tokenBody,
    answer: z.strictObject({
      ...scanOutcome,
      redemptionId: z.uuid().optional(),
      /** The scan's code stays open: staff confirm the redemption by it, and only then does it earn commission. */
      awaitsConfirmation: z.boolean().optional(),
    }),
  }),
  lookUpScan: call('POST', '/api/staff/look-up', {
    summary: 'See what a customer’s code or token stands for, before redeeming it; a wrong code counts as in redeeming',
    access: ['site_owner', 'staff'],
    body: z.strictObject(scanOfCustomer).refine(...oneSecret),
    answer: z.strictObject({ ...scanOutcome, scan: lookedUpScan.optional() }),
  }),
  staffRedeem: call('POST', '/api/staff/redeem', {
    summary: 'Redeem a customer’s open scan at the counter, by its code or by its token',
    access: ['site_owner', 'staff'],
    body: z.strictObject({ ...scanOfCustomer, saleAmount: amountSchema.optional() }).refine(...oneSecret),
    answer: z.strictObject({
      ...scanOutcome,
      redemption: z
        .strictObject({
          id: z.uuid(),
          benefit: z.string(),
          benefitTerms: benefitTermsSchema,
          customerName: z.string(),
          saleAmount: z.string(),
          currency: currencySchema,
        })
        .optional(),
    }),
  }),
} as const;
