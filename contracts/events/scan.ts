import { z } from 'zod';
import { benefitSchema } from '../benefit.ts';

/** Events of a `scan-{scanId}` stream: one customer, or visitor and hour, having met one QR in one issue period. */
export const scanEvents = {
  QrScanned: z.strictObject({
    scanId: z.uuid(),
    siteId: z.uuid(),
    tenantId: z.uuid(),
    rootQrId: z.uuid(),
    qrId: z.uuid(),
    period: z.int().min(1),
    /** Null: nobody signed in; counted, but there is nothing to redeem. */
    customerId: z.string().min(1).nullable(),
    /** The benefit as it was at the scan: this is what gets redeemed, whatever is edited later (domain.md 5). */
    benefit: benefitSchema,
    qrName: z.string(),
    expiresAt: z.iso.datetime(),
    /** Derived from the browser's visitor cookie: tells that accounts share a device, and nothing about the device. */
    deviceId: z.uuid().nullable(),
    /** `XXX-XXX`; null on an anonymous scan. */
    redemptionCode: z.string().nullable(),
    /** What the customer's own QR shows staff; null on an anonymous scan. */
    redemptionToken: z.string().nullable(),
  }),
};

/**
 * Events of a `redemptionCode-{siteId}-{code}` stream: which scan holds this code of this site until when. The stream is
 * the unique index of open codes, and the way from a typed code to its scan.
 */
export const redemptionCodeEvents = {
  RedemptionCodeReserved: z.strictObject({
    siteId: z.uuid(),
    code: z.string(),
    scanId: z.uuid(),
    qrId: z.uuid(),
    expiresAt: z.iso.datetime(),
  }),
};

/** Events of a `staffCodes-{siteId}-{staffId}` stream: wrong codes of one staff member at one site (domain.md 6). */
export const staffCodeEvents = {
  RedemptionCodeMissed: z.strictObject({
    siteId: z.uuid(),
    tenantId: z.uuid(),
    staffId: z.string().min(1),
    /** Which miss within the window this is; the fifth locks code entry. */
    missesInWindow: z.int().min(1),
    lockedUntil: z.iso.datetime().nullable(),
  }),
};
