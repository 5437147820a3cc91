import { z } from 'zod';

const note = {
  redemptionId: z.uuid(),
  qrId: z.uuid(),
  siteId: z.uuid(),
  tenantId: z.uuid(),
  /** Id of the text in the account store: free text may concern people, and is erased with them. */
  noteId: z.uuid(),
};

/** Events of a `dispute-{redemptionId}` stream: the notes about a disputed redemption. */
export const disputeEvents = {
  DisputeOpened: z.strictObject(note),
  DisputeAnswered: z.strictObject(note),
  DisputeClosed: z.strictObject(note),
};
