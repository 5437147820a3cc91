import { z } from 'zod';

/** Events of an `expiryWarnings-{siteId}` stream: which issue periods the owner has been warned of. */
export const expiryWarningEvents = {
  /** These issue periods end soon, or have ended while no warning could be sent, and do not renew. */
  ExpiryWarned: z.strictObject({
    siteId: z.uuid(),
    tenantId: z.uuid(),
    qrs: z
      .array(
        z.strictObject({
          qrId: z.uuid(),
          rootQrId: z.uuid(),
          name: z.string(),
          period: z.int().min(1),
          expiresAt: z.iso.datetime(),
        }),
      )
      .min(1),
  }),
};
