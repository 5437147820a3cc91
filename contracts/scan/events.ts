import { z } from 'zod';
import { benefitSchema } from '../qr/benefit.ts';

/** Events of a `scan-{scanId}` stream: one customer, or visitor and hour, having met one QR in one issue period. */
export const scanEvents = {
  QrScanned: z.strictObject({
    scanId: z.uuid(),
    siteId: z.uuid(),
    tenantId: z.uuid(),
    rootQrId: z.uuid(),
    qrId: z.uuid(),
    period: z.int().min(1),
    /** Null for an anonymous scan, which counts but cannot be redeemed. */
    customerId: z.string().min(1).nullable(),
    /** The benefit at the time of the scan. It is the one redeemed, despite later edits. */
    benefit: benefitSchema,
    qrName: z.string(),
    expiresAt: z.iso.datetime(),
    /** Derived from the browser's visitor cookie: shows that accounts share a device, and nothing else about it. */
    deviceId: z.uuid().nullable(),
    /** `XXX-XXX`; null on an anonymous scan. */
    redemptionCode: z.string().nullable(),
    /** The token in the customer's own QR; null for an anonymous scan. */
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

/** Events of a `staffCodes-{siteId}-{staffId}` stream: wrong codes of one staff member at one site. */
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
