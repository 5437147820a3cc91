import { z } from 'zod';

/** Null: the platform, with all businesses. */
const auditor = { auditorId: z.uuid(), tenantId: z.uuid().nullable() };

/** Events of an `auditors-{tenantId}` stream: who may read the records of a business, or of the platform, and how long. */
export const auditorEvents = {
  /**
   * The address that was invited is in the account store; the link's token only as its SHA-256. Again for an auditor that has not
   * joined: the invitation was sent again, and the earlier link no longer works.
   */
  AuditorInvited: z.strictObject({
    ...auditor,
    tokenHash: z.string(),
    expiresAt: z.iso.datetime(),
    /** When the right to read ends, without another event. */
    until: z.iso.datetime(),
  }),
  AuditorJoined: z.strictObject({ ...auditor, userId: z.string().min(1) }),
  /** The inviter ended it before its time. `userId` is null where the invitation had not been accepted. */
  AuditorEnded: z.strictObject({ ...auditor, userId: z.string().min(1).nullable() }),
};
