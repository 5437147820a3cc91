import { z } from 'zod';
import { note, textHashSchema } from '../kernel/note.ts';

/** Null: the first one. */
const former = { formerHash: textHashSchema.nullable() };

/** Events of a `payee-{userId}` stream: what payouts and statements print of a distributor, and where the money goes. */
export const payeeEvents = {
  /** The note is the name that payouts and statements print from now on. */
  PayeeNamed: z.strictObject({ userId: z.string().min(1), ...note, ...former }),
  /** Salted hash of the account at the payment provider to which payouts go from now on. */
  PayoutAccountChanged: z.strictObject({ userId: z.string().min(1), accountHash: textHashSchema, ...former }),
};
