import { z } from 'zod';
import { isoTime } from '../kernel/call.ts';
import { waitQuery } from '../kernel/file-calls.ts';
import { rule } from '../kernel/issue-codes.ts';

/** The scope of an audit of a site, in the query of each of its calls. */
export const scopeQuery = {
  /** Left out: since the first event. */
  from: isoTime.optional(),
  /** Exclusive. Left out: up to the position. */
  to: isoTime.optional(),
  /** Events up to this one count. Left out: all of them. */
  position: z
    .string()
    .regex(/^\d{1,18}$/, rule('NOT_A_POSITION'))
    .optional(),
  ...waitQuery,
};

/** The scope that an answer covers: each audit says it, so that it can stand alone. */
export const scopeAnswer = {
  siteId: z.uuid(),
  /** Null: since the first event. */
  from: isoTime.nullable(),
  /** Exclusive. Null: up to the position. */
  to: isoTime.nullable(),
  /** Of the site: days and months of its audit are counted in it. */
  timeZone: z.string(),
  /** Of the last event that counts. */
  position: z.string(),
};
const scope = z.strictObject(scopeAnswer);
export type ScopeAnswer = z.infer<typeof scope>;
