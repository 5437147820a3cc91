import { z } from 'zod';
import { amountSchema, currencySchema, ledgerAmountSchema } from '../kernel/money.ts';
import { TRANSFER_FAILURES } from '../payout/events.ts';
import { benefitSchema } from '../qr/benefit.ts';
import { expiringQrsSchema } from '../qr/events.ts';
import type { WebhookType } from './endpoints.ts';

const site = { siteId: z.uuid() };
const qr = { ...site, rootQrId: z.uuid(), qrId: z.uuid() };
const redemption = { ...site, redemptionId: z.uuid(), qrId: z.uuid() };
/** The id of the distributor's account. Messages never hold names or addresses. */
const distributorId = z.string().min(1);
const payout = { ...site, payoutId: z.uuid(), distributorId, currency: currencySchema };

/**
 * What webhook messages hold as `data`, by type. Receivers are written against these: fields stay, and new ones may be
 * added. A change that breaks receivers is a new type.
 */
export const webhookMessageSchemas = {
  'scan.created': z.strictObject({
    ...qr,
    scanId: z.uuid(),
    qrName: z.string(),
    benefit: benefitSchema,
    /** The customer was not signed in, so the scan counts but cannot be redeemed. */
    anonymous: z.boolean(),
    expiresAt: z.iso.datetime(),
  }),
  'redemption.created': z.strictObject({
    ...redemption,
    scanId: z.uuid(),
    qrName: z.string(),
    benefit: benefitSchema,
    saleAmount: amountSchema,
    currency: currencySchema,
    /** What distributors earn in total. Zero while the redemption awaits confirmation. */
    commission: ledgerAmountSchema,
    /** `redemption.confirmed` follows if staff or a till confirms it. */
    awaitsConfirmation: z.boolean(),
    /** The till's own id of it. */
    reference: z.string().nullable(),
  }),
  'redemption.confirmed': z.strictObject({
    ...redemption,
    scanId: z.uuid(),
    saleAmount: amountSchema,
    currency: currencySchema,
    commission: ledgerAmountSchema,
    reference: z.string().nullable(),
  }),
  'redemption.reversed': z.strictObject({
    ...redemption,
    reversalId: z.uuid(),
    /** The reversed part of the sale amount. */
    amount: amountSchema,
    currency: currencySchema,
    /** The whole sale amount is reversed now. */
    whole: z.boolean(),
  }),
  'qr.created': z.strictObject({
    ...site,
    rootQrId: z.uuid(),
    /** Null: a root. */
    parentQrId: z.uuid().nullable(),
    /** All QRs of one split; else one. */
    qrs: z.array(z.strictObject({ qrId: z.uuid(), name: z.string(), expiresAt: z.iso.datetime() })).min(1),
  }),
  'qr.claimed': z.strictObject({ ...qr, distributorId }),
  'qr.deactivated': z.strictObject(qr),
  /** About a day before these issue periods end; later where no process ran then. They do not renew. */
  'qr.expiring': z.strictObject({ ...site, qrs: expiringQrsSchema }),
  'payout.generated': z.strictObject({
    ...payout,
    amount: ledgerAmountSchema,
    settlement: z.enum(['by_hand', 'provider']),
  }),
  'payout.paid': z.strictObject({ ...payout, amount: ledgerAmountSchema }),
  'payout.returned': z.strictObject({ ...payout, amount: ledgerAmountSchema }),
  'payout.failed': z.strictObject({ ...payout, reason: z.enum(TRANSFER_FAILURES) }),
  'distributor.blocked': z.strictObject({ ...site, distributorId }),
} as const satisfies Readonly<Record<WebhookType, z.ZodType>>;

export type WebhookData<T extends WebhookType> = z.infer<(typeof webhookMessageSchemas)[T]>;

export interface WebhookBody {
  readonly type: string;
  /** When it happened, ISO 8601 UTC. */
  readonly timestamp: string;
  /** Of the event, a decimal string. Positions of one endpoint rise; they leave out the events that it does not receive. */
  readonly position: string;
  /** How many earlier messages the endpoint has not received, because it rejected them. */
  readonly parked: number;
  readonly data: unknown;
}
