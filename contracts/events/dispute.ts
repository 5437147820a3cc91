import { z } from 'zod';

const note = {
  redemptionId: z.uuid(),
  qrId: z.uuid(),
  siteId: z.uuid(),
  tenantId: z.uuid(),
  /** What was written is in the account store under this id: free text may be about people, and goes when they go. */
  noteId: z.uuid(),
};

/** Events of a `dispute-{redemptionId}` stream: what was said about a redemption that somebody disputes. */
export const disputeEvents = {
  DisputeOpened: z.strictObject(note),
  DisputeAnswered: z.strictObject(note),
  DisputeClosed: z.strictObject(note),
};
