import { z } from 'zod';
import { AUDITED_BY, callsOf, isoTime, pageQuery, personAnswer, siteParams } from '../kernel/call.ts';
import { waitQuery } from '../kernel/file-calls.ts';
import { rule } from '../kernel/issue-codes.ts';
import { currencySchema } from '../kernel/money.ts';
import { PAYOUT_REASONS } from '../payout/events.ts';
import { benefitTermsSchema } from '../qr/shown-benefit.ts';

const call = callsOf('Audit');

/** A person by id and name. Null for callers who may not see the person. */
const person = personAnswer.nullable();

const treeNodeFields = z.strictObject({
  qrId: z.uuid(),
  name: z.string(),
  internalName: z.string().nullable(),
  depth: z.number().int(),
  benefitDisplay: z.string(),
  benefitTerms: benefitTermsSchema,
  commissionPercent: z.string(),
  /** Own percent less the sum of the children's. */
  availableCommission: z.number(),
  isClaimed: z.boolean(),
  /** The owner; null for an unclaimed QR. */
  owner: person,
  isActive: z.boolean(),
  issuePeriod: z.number().int(),
  expiresAtUtc: isoTime,
  maxRedemptions: z.number().int().nullable(),
  /** Totals continue over all issue periods. */
  totalScans: z.number().int(),
  totalRedemptions: z.number().int(),
  /** What counted towards maxRedemptions in the issue period of then. */
  periodRedemptions: z.number().int(),
  createdAt: isoTime,
});
export type TreeAsOfNode = z.infer<typeof treeNodeFields> & { children: TreeAsOfNode[] };
export const treeAsOfNode: z.ZodType<TreeAsOfNode> = treeNodeFields.extend({
  get children() {
    return z.array(treeAsOfNode);
  },
});

export const treeAsOfAnswer = z.strictObject({
  siteId: z.uuid(),
  /** The shown moment: the requested one, or now if it is in the future. */
  asOf: isoTime,
  /** The last shown event; null if a moment was requested. */
  position: z.string().nullable(),
  /** Oldest first, as are children. */
  trees: z.array(treeAsOfNode),
});
export type TreeAsOfAnswer = z.infer<typeof treeAsOfAnswer>;

const eventAnswer = z.strictObject({
  eventId: z.uuid(),
  type: z.enum(['BenefitRedeemed', 'RedemptionConfirmed', 'RedemptionReversed']),
  stream: z.string(),
  revision: z.number().int(),
  position: z.string(),
  recordedAt: isoTime,
  actor: z.strictObject({ role: z.string(), person }),
  command: z.strictObject({ id: z.string(), name: z.string() }),
});

const shareAnswer = z.strictObject({
  /** Null where the event has no entry of this QR. */
  entryId: z.uuid().nullable(),
  qrId: z.uuid(),
  owner: person,
  percent: z.string(),
  /** Before rounding, in the currency's major unit. */
  exact: z.string(),
  /** `exact`, cut off to the minor unit. */
  floor: z.string(),
  /** The rounded-off rest. */
  remainder: z.string(),
  /** Got one of the minor units that the pool had left, by the size of its remainder. */
  gotExtra: z.boolean(),
  amount: z.string(),
});

const commissionAnswer = z.strictObject({
  ruleVersion: z.number().int(),
  saleAmount: z.string(),
  saleAmountSource: z.enum(['entered', 'default']),
  currency: currencySchema,
  treeRevision: z.number().int(),
  /** From the root to the redeemed QR, as the event has it. `name`: as it was then; null for who may not know it. */
  path: z.array(
    z.strictObject({
      qrId: z.uuid(),
      name: z.string().nullable(),
      percent: z.string(),
      isClaimed: z.boolean(),
      owner: person,
    }),
  ),
  /** The topmost claimed percent of the sale: `exact` before it was rounded, half-up, to `amount`. */
  pool: z.strictObject({ percent: z.string(), exact: z.string(), amount: z.string() }),
  /** In the order of the path, as computed now. */
  shares: z.array(shareAnswer),
});

export const FOLLOWING_KINDS = [
  'matures',
  'reversed',
  'payout_generated',
  'payout_paid',
  'payout_failed',
  'payout_cancelled',
  'payout_returned',
  'payout_reference_corrected',
  'combined',
  'written_off',
  'dispute_opened',
  'dispute_answered',
  'dispute_closed',
] as const;
const followingAnswer = z.strictObject({
  kind: z.enum(FOLLOWING_KINDS),
  at: isoTime,
  /** Null for the end of the hold, which is not an event. */
  position: z.string().nullable(),
  /** The reversed amount of this entry, or the paid total; null if none exists. */
  amount: z.string().nullable(),
  payoutId: z.uuid().nullable(),
  /** A payout's reference, the reason of what went back, or a note; null for a caller who may not read it. */
  note: z.string().nullable(),
  /** Why a payout failed, was corrected, or a balance was written off; null for other kinds. */
  reasonCode: z.enum(PAYOUT_REASONS).nullable(),
});

/** The computed values that the recorded facts are compared with. */
const RECOMPUTED_FROM = ['event', 'tree', 'site', 'read_model', 'payout'] as const;
const differenceAnswer = z.strictObject({
  from: z.enum(RECOMPUTED_FROM),
  /** What differs, in a few words: "amount of a share". */
  what: z.string(),
  qrId: z.uuid().nullable(),
  /** Null if absent, or for a caller who may not see it. */
  recorded: z.string().nullable(),
  computed: z.string().nullable(),
});
export type DifferenceAnswer = z.infer<typeof differenceAnswer>;

export const explanationAnswer = z.strictObject({
  entry: z.strictObject({
    id: z.uuid(),
    redemptionId: z.uuid(),
    qrId: z.uuid(),
    sourceQrId: z.uuid(),
    owner: person,
    commissionPercent: z.string(),
    amount: z.string(),
    currency: currencySchema,
    siteTimeZone: z.string(),
    createdAt: isoTime,
    maturesAt: isoTime,
    /** Until then staff can confirm it, and `amount` is that of the default sale amount; null: it is earned. */
    awaitingUntil: isoTime.nullable(),
    /** The entry that this one reverses; null if this is not a reversal. */
    reversesEntryId: z.uuid().nullable(),
  }),
  /** The event that the entry was written down in; null where history does not have it. */
  event: eventAnswer.nullable(),
  /** How the redemption's commission came about; null where history does not have the redemption. */
  commission: commissionAnswer.nullable(),
  /** For an entry that takes something back: of the sale amount, by this reversal. */
  reversal: z.strictObject({ amount: z.string(), whole: z.boolean(), reason: z.string().nullable() }).nullable(),
  /** What became of the entry, oldest first. */
  followed: z.array(followingAnswer),
  recomputed: z.strictObject({ same: z.boolean(), differences: z.array(differenceAnswer) }),
});
export type ExplanationAnswer = z.infer<typeof explanationAnswer>;

export const auditCalls = {
  siteTreeAsOf: call('GET', '/api/sites/:siteId/tree', {
    summary: 'The commission trees of a site as they were at a moment or an event; with `limit`, as many QRs a page',
    access: AUDITED_BY,
    params: siteParams,
    /** With `limit` or `cursor` the answer is a page, given at once; X-Next-Cursor has the next one. */
    query: pageQuery.extend({
      /** A moment, or a position as in X-Position. A future one means now. Default now. */
      asOf: z.union([isoTime, z.string().regex(/^\d{1,18}$/)], rule('NOT_A_TIME')).optional(),
      ...waitQuery,
    }),
    answer: treeAsOfAnswer,
  }),
  explainEntry: call('GET', '/api/ledger/:entryId/explanation', {
    summary: 'Explain a ledger entry: its origin, its settlement, and whether a recomputation gives the same amount',
    access: ['distributor', ...AUDITED_BY],
    params: z.strictObject({ entryId: z.uuid() }),
    answer: explanationAnswer,
  }),
} as const;
