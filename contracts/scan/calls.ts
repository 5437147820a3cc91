import { z } from 'zod';
import { shownBrandSchema } from '../brand/brand.ts';
import { callsOf, isoTime, listQuery } from '../kernel/call.ts';
import { currencySchema } from '../kernel/money.ts';
import { secret } from '../kernel/secret-text.ts';
import { benefitFields } from '../qr/shown-benefit.ts';
import { scanOutcome, tokenBody, tokenSchema } from './outcome.ts';

const call = callsOf('Scanning and redeeming');

export const scanAnswer = z.strictObject({
  ...scanOutcome,
  intent: z.enum(['customer', 'distributor']).optional(),
  token: z.string().optional(),
  qr: z
    .strictObject({
      name: z.string(),
      siteName: z.string(),
      currency: currencySchema,
      ...benefitFields,
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
  ...scanOutcome,
  qr: z
    .strictObject({
      name: z.string(),
      siteName: z.string(),
      currency: currencySchema,
      ...benefitFields,
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
  ...benefitFields,
  isRedeemed: z.boolean(),
  scanDate: isoTime,
  redeemedAt: isoTime.nullable(),
  /** When its redemption was wholly reversed. The customer may scan the QR again where that freed its place. */
  undoneAt: isoTime.nullable(),
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
  call('GET', `/api/scan-info/${kind}/:token`, {
    summary: `Get the content of a QR's ${kind} link; read-only`,
    access: 'anyone',
    params: z.strictObject({ token: tokenSchema }),
    answer: scanInfoAnswer,
  });

export const scanningCalls = {
  scan: call('POST', '/api/scan', {
    summary: 'Scan a QR: counts it, and opens the scan of a signed-in customer',
    access: 'anyone',
    body: tokenBody,
    answer: scanAnswer,
  }),
  claim: call('POST', '/api/claim-qr', {
    summary: 'Become the one owner of a QR, by its distributor token',
    access: 'signed_in',
    body: tokenBody,
    answer: z.strictObject(scanOutcome),
  }),
  customerScanInfo: info('customer'),
  distributorScanInfo: info('distributor'),
  myScans: call('GET', '/api/me/scans', {
    summary: 'My scans as a customer, newest first',
    access: 'signed_in',
    query: listQuery(SCAN_STATES, ['newest', 'oldest', 'expiry']),
    answer: z.array(myScanAnswer),
  }),
  myBrand: call('GET', '/api/me/brand', {
    summary: 'The brand of my last 100 scans as a customer, if all have the same one, which hides the product',
    access: 'signed_in',
    answer: z.strictObject({ brand: shownBrandSchema.nullable() }),
  }),
  myScan: call('GET', '/api/me/scans/:scanId', {
    summary: 'One of my scans as a customer',
    access: 'signed_in',
    params: z.strictObject({ scanId: z.uuid() }),
    answer: myScanAnswer,
  }),
} as const;
