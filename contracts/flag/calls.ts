import { z } from 'zod';
import { AUDITED_BY, callsOf, isoTime, listQuery, personAnswer, siteParams } from '../kernel/call.ts';
import { shownLines } from '../kernel/plain-text.ts';
import { FLAG_FILTERS, FLAG_KINDS, flaggedSaleSchema } from './rules.ts';

export const flagAnswer = z.strictObject({
  id: z.uuid(),
  kind: z.enum(FLAG_KINDS),
  /** The subject: one or two of these, depending on the kind. All are null for unusual sales of the site. */
  staff: personAnswer.nullable(),
  customer: personAnswer.nullable(),
  deviceId: z.uuid().nullable(),
  /** A keyed hash of a network; it does not reveal the network. */
  networkId: z.uuid().nullable(),
  /** How many redemptions have met the rule so far. */
  redemptions: z.number().int(),
  firstSeenAt: isoTime,
  lastSeenAt: isoTime,
  /** The newest review; null: not reviewed. */
  review: z
    .strictObject({
      by: personAnswer,
      at: isoTime,
      /** Null: the text was erased with a person that it was about. */
      reason: z.string().nullable(),
      /** How many of the redemptions it covers. */
      redemptions: z.int(),
    })
    .nullable(),
  /** The newest of those redemptions, oldest first; 50 at most. Staff is null where the customer confirmed alone. */
  evidence: z.array(
    z.strictObject({
      redemptionId: z.uuid(),
      staff: personAnswer.nullable(),
      customer: personAnswer,
      redeemedAt: isoTime,
      sale: flaggedSaleSchema,
      /** How much of it was reversed since; null: nothing. */
      reversal: z.enum(['partly', 'wholly']).nullable(),
    }),
  ),
});
export type FlagAnswer = z.infer<typeof flagAnswer>;

const call = callsOf('Sites');

export const flagCalls = {
  siteFlags: call('GET', '/api/sites/:siteId/flags', {
    summary: 'List suspected self-dealing on a site with evidence, newest first. Flags never refuse anything',
    access: AUDITED_BY,
    params: siteParams,
    query: listQuery(FLAG_FILTERS, ['newest', 'oldest', 'redemptions']),
    answer: z.array(flagAnswer),
  }),
} as const;

export const flagReviewCalls = {
  reviewFlag: call('POST', '/api/sites/:siteId/flags/:flagId/review', {
    summary: 'Mark the redemptions of a flag as reviewed, with the reason',
    access: ['site_owner'],
    params: siteParams.extend({ flagId: z.uuid() }),
    /** `redemptions`: how many the caller has seen. Later ones are not reviewed. */
    body: z.strictObject({ reason: shownLines(500), redemptions: z.int().min(1).max(1_000_000) }),
    answer: z.strictObject({ id: z.uuid(), redemptions: z.int() }),
  }),
} as const;
