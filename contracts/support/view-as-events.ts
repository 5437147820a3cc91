import { z } from 'zod';
import { roleSchema } from '../kernel/envelope.ts';

const view = { viewId: z.uuid(), userId: z.string().min(1), viewerId: z.string().min(1) };

/** Events of a `viewAs-{userId}` stream: which operators viewed the product as this person, and for how long. */
export const viewAsEvents = {
  ViewAsStarted: z.strictObject({ ...view, role: roleSchema, until: z.iso.datetime() }),
  /** `signed_out`: the viewer's own session ended, and the view with it. */
  ViewAsEnded: z.strictObject({ ...view, ended: z.enum(['stopped', 'expired', 'signed_out']) }),
};
