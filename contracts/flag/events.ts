import { z } from 'zod';
import { note } from '../kernel/note.ts';

/** Events of a `flag-{flagId}` stream. */
export const flagEvents = {
  /** The site's owner has looked into a flag. `redemptions`: how many of its redemptions were reviewed; later ones are not. */
  FlagReviewed: z.strictObject({
    flagId: z.uuid(),
    siteId: z.uuid(),
    tenantId: z.uuid(),
    redemptions: z.int().min(1),
    ...note,
  }),
};
