import { z } from 'zod';
import { shownBrandSchema } from '../brand/brand.ts';
import { callsOf } from '../kernel/call.ts';
import { isoTime, listQuery, valuesAnswer } from '../kernel/common.ts';
import { rule } from '../kernel/issue-codes.ts';
import { amountSchema, currencySchema } from '../kernel/money.ts';
import { storableLine } from '../kernel/plain-text.ts';
import { secret } from '../kernel/secret-text.ts';
import { benefitTypeSchema } from '../qr/benefit.ts';

const call = callsOf('Scanning and redeeming');

export const tokenSchema = storableLine(300);
const tokenBody = z.strictObject({ token: tokenSchema });

const shownBenefit = {
  /** Null while the site withholds the benefit. */
  type: benefitTypeSchema.nullable(),
  discountPercent: z.number().nullable(),
  discountFixedAmount: z.number().nullable(),
  textReward: z.string().nullable(),
};

/** The answer of all calls here to a refusal by a rule: usually status 200, with `success: false`. */
const outcome = {
  success: z.boolean(),
  message: z.string(),
  code: z.string().optional(),
  values: valuesAnswer.optional(),
};

export const scanAnswer = z.strictObject({
  ...outcome,
  intent: z.enum(['customer', 'distributor']).optional(),
  token: z.string().optional(),
  qr: z
    .strictObject({
      name: z.string(),
      siteName: z.string(),
      currency: currencySchema,
      ...shownBenefit,
      commissionPercent: z.string().nullable(),
      expiresAtUtc: isoTime.nullable(),
    })
    .optional(),
  scanId: z.uuid().optional(),
  /** Both while staff can redeem the scan, or confirm its redemption. */
  redemptionCode: secret(z.string()).optional(),
  redemptionToken: secret(z.string()).optional(),
  /** The customer has redeemed the scan, and staff have not confirmed it yet. */
  awaitsConfirmation: z.boolean().optional(),
  /** Only staff redeem: the site does not let customers redeem by themselves, or the customer works there. */
  redeemsAtCounter: z.boolean().optional(),
  /** Why it cannot be redeemed at all: already redeemed, or the customer earns from the QR. */
  redeemObstacle: z.enum(['redeemed', 'own_share']).optional(),
});
export type ScanAnswer = z.infer<typeof scanAnswer>;

/** Why the caller cannot claim a QR that is neither expired nor full. */
const CLAIM_OBSTACLES = ['inactive', 'waiting', 'mine', 'claimed', 'own_site', 'blocked'] as const;

export const scanInfoAnswer = z.strictObject({
  ...outcome,
  qr: z
    .strictObject({
      name: z.string(),
      siteName: z.string(),
      currency: currencySchema,
      ...shownBenefit,
      benefitDisplay: z.string(),
      externalUrl: z.string().nullable(),
      maxRedemptions: z.number().int().nullable(),
      totalRedemptions: z.number().int(),
      isMaxedOut: z.boolean(),
      isExpired: z.boolean(),
      isClaimed: z.boolean(),
      /** It is out of use: deactivated, not approved, or its site is. */
      isInactive: z.boolean(),
      /** Null on the customer link, and if only expiry or the maximum can prevent a claim. */
      claimObstacle: z.enum(CLAIM_OBSTACLES).nullable(),
      expiresAtUtc: isoTime.nullable(),
      /** Null: the site has none. */
      brand: shownBrandSchema.nullable(),
      /** Null on the customer link: customers must not see what distributors earn. */
      commissionPercent: z.string().nullable(),
    })
    .optional(),
});
export type ScanInfoAnswer = z.infer<typeof scanInfoAnswer>;

export const myScanAnswer = z.strictObject({
  scanId: z.uuid(),
  name: z.string(),
  siteName: z.string(),
  currency: currencySchema,
  ...shownBenefit,
  isRedeemed: z.boolean(),
  scanDate: isoTime,
  redeemedAt: isoTime.nullable(),
  expiresAtUtc: isoTime.nullable(),
  /** The customer has redeemed the scan, and staff can still confirm it. */
  awaitsConfirmation: z.boolean(),
  /** Both only while staff can redeem the scan, or confirm its redemption. */
  redemptionCode: secret(z.string()).nullable(),
  redemptionToken: secret(z.string()).nullable(),
});
export type MyScanAnswer = z.infer<typeof myScanAnswer>;

/** `open`: staff can redeem the scan, or confirm its redemption. */
const SCAN_STATES = ['available', 'redeemed', 'expired', 'open'] as const;

const info = (kind: 'customer' | 'distributor') =>
  call({
    method: 'GET',
    path: `/api/scan-info/${kind}/:token`,
    summary: `Get the content of a QR's ${kind} link; read-only`,
    access: 'anyone',
    params: z.strictObject({ token: tokenSchema }),
    answer: scanInfoAnswer,
  });

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

export const scanningCalls = {
  scan: call({
    method: 'POST',
    path: '/api/scan',
    summary: 'Scan a QR: counts it, and opens the scan of a signed-in customer',
    access: 'anyone',
    body: tokenBody,
    answer: scanAnswer,
  }),
  redeem: call({
    method: 'POST',
    path: '/api/redeem',
    summary: 'Redeem my open scan of a QR, by its customer token',
    access: 'signed_in',
    body: tokenBody,
    answer: z.strictObject({
      ...outcome,
      redemptionId: z.uuid().optional(),
      /** The scan's code stays open: staff confirm the redemption by it, and only then does it earn commission. */
      awaitsConfirmation: z.boolean().optional(),
    }),
  }),
  claim: call({
    method: 'POST',
    path: '/api/claim-qr',
    summary: 'Become the one owner of a QR, by its distributor token',
    access: 'signed_in',
    body: tokenBody,
    answer: z.strictObject(outcome),
  }),
  lookUpScan: call({
    method: 'POST',
    path: '/api/staff/look-up',
    summary: 'See what a customer’s code or token stands for, before redeeming it; a wrong code counts as in redeeming',
    access: ['site_owner', 'staff'],
    body: z.strictObject(scanOfCustomer).refine(...oneSecret),
    answer: z.strictObject({ ...outcome, scan: lookedUpScan.optional() }),
  }),
  staffRedeem: call({
    method: 'POST',
    path: '/api/staff/redeem',
    summary: 'Redeem a customer’s open scan at the counter, by its code or by its token',
    access: ['site_owner', 'staff'],
    body: z.strictObject({ ...scanOfCustomer, saleAmount: amountSchema.optional() }).refine(...oneSecret),
    answer: z.strictObject({
      ...outcome,
      redemption: z
        .strictObject({
          id: z.uuid(),
          benefit: z.string(),
          customerName: z.string(),
          saleAmount: z.string(),
          currency: currencySchema,
        })
        .optional(),
    }),
  }),
  customerScanInfo: info('customer'),
  distributorScanInfo: info('distributor'),
  myScans: call({
    method: 'GET',
    path: '/api/me/scans',
    summary: 'My scans as a customer, newest first',
    access: 'signed_in',
    query: listQuery(SCAN_STATES, ['newest', 'oldest', 'expiry']),
    answer: z.array(myScanAnswer),
  }),
  myBrand: call({
    method: 'GET',
    path: '/api/me/brand',
    summary: 'The brand of my last 100 scans as a customer, if all have the same one, which hides the product',
    access: 'signed_in',
    answer: z.strictObject({ brand: shownBrandSchema.nullable() }),
  }),
  myScan: call({
    method: 'GET',
    path: '/api/me/scans/:scanId',
    summary: 'One of my scans as a customer',
    access: 'signed_in',
    params: z.strictObject({ scanId: z.uuid() }),
    answer: myScanAnswer,
  }),
} as const;
