import { z } from 'zod';
import { AUDITED_BY, callsOf, isoTime, listQuery } from '../kernel/call.ts';
import { DAY_MS } from '../kernel/durations.ts';
import { VIEW_REASONS } from './view-as-calls.ts';

const call = callsOf('Auditors');

/** How long looks are kept: two years. */
export const LOOKS_KEPT_MS = 730 * DAY_MS;
export const LOOKER_ROLES = ['auditor', 'superadmin'] as const;

const lookAnswer = z.strictObject({
  id: z.uuid(),
  /** The minute; looks at the same subject in one minute are one row. */
  at: isoTime,
  looks: z.int(),
  viewerId: z.string(),
  viewerName: z.string(),
  role: z.enum(LOOKER_ROLES),
  /** Method and path, such as `GET /api/sites/:siteId/redemptions`. */
  call: z.string(),
  /** The group of the call in the reference, such as `Payouts`. */
  area: z.string(),
  /** Whether it concerned all businesses, this one among them. */
  isEverywhere: z.boolean(),
  siteId: z.uuid().nullable(),
  siteName: z.string().nullable(),
  /** Ids that the call named; null: none, or of a look at all businesses, for readers of some. */
  subject: z.string().nullable(),
  /** Of a superadmin who viewed the product as the owner, why; null for other looks. */
  reason: z.enum(VIEW_REASONS).nullable(),
  /** What the superadmin wrote beside it; null: nothing, or the account was erased. */
  note: z.string().nullable(),
  /** Of the site, or UTC. */
  timeZone: z.string(),
});
export type LookAnswer = z.infer<typeof lookAnswer>;

export const lookCalls = {
  looks: call('GET', '/api/looks', {
    summary: 'Looks of auditors and superadmins at the records that I may read; newest first',
    access: AUDITED_BY,
    query: listQuery(LOOKER_ROLES, ['newest', 'oldest']),
    answer: z.array(lookAnswer),
  }),
} as const;
