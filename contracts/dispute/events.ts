import { z } from 'zod';
import { note } from '../kernel/note.ts';

const disputed = {
  redemptionId: z.uuid(),
  qrId: z.uuid(),
  siteId: z.uuid(),
  tenantId: z.uuid(),
  ...note,
};

/** Events of a `dispute-{redemptionId}` stream: the notes about a disputed redemption. */
export const disputeEvents = {
  DisputeOpened: z.strictObject(disputed),
  DisputeAnswered: z.strictObject(disputed),
  DisputeClosed: z.strictObject(disputed),
};
