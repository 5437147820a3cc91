import { z } from 'zod';
import { AUDITED_BY, callsOf, isoTime, listQuery, personAnswer, siteParams } from '../kernel/call.ts';
import { benefitTermsSchema } from './shown-benefit.ts';

const call = callsOf('Audit');

/** A term that an event has set: of a site, of a QR, or of a distributor on a site. */
const termChangeAnswer = z.strictObject({
  /** Of the change: an event may set several terms. */
  id: z.string(),
  eventId: z.uuid(),
  /** The position of the event. */
  position: z.string(),
  at: isoTime,
  /** The type of the event. */
  event: z.string(),
  actor: z.strictObject({ role: z.string(), person: personAnswer.nullable() }),
  command: z.string(),
  /** Null: a term of the site. */
  qr: z.strictObject({ id: z.uuid(), name: z.string() }).nullable(),
  /** The field of the configuration or of the QR, such as `minimumPayout` or `commissionPercent`. */
  term: z.string(),
  decidesMoney: z.boolean(),
  /** Null: not set before, as of something new. Without a limit: `unlimited`. */
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** Of the term `benefit` alone. */
  benefitTerms: z
    .strictObject({ before: benefitTermsSchema.nullable(), after: benefitTermsSchema.nullable() })
    .optional(),
  /** Null: none was given. */
  reason: z.string().nullable(),
});
export type TermChange = z.infer<typeof termChangeAnswer>;

export const termCalls = {
  siteTerms: call('GET', '/api/sites/:siteId/terms', {
    summary: 'List each term of a site and its QRs before and after each change, newest first; as CSV all of them',
    access: AUDITED_BY,
    params: siteParams,
    /** `terms`: only those that decide money. `q`: words of a QR, a term, a value, a person or a reason. */
    query: listQuery(['terms'], ['newest', 'oldest']).omit({ ids: true }),
    answer: z.array(termChangeAnswer),
  }),
} as const;
