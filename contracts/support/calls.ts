import { z } from 'zod';
import { AUDITED_BY, callsOf, isoTime, listQuery, pageQuery } from '../kernel/call.ts';
import { currencySchema } from '../kernel/money.ts';
import { shownLines, storableLine } from '../kernel/plain-text.ts';
import { PAYOUT_REASONS } from '../payout/events.ts';

const call = callsOf('Support');
const access = AUDITED_BY;

export const TIMELINE_KINDS = ['redemption', 'customer', 'qr', 'distributor'] as const;
export type TimelineKind = (typeof TIMELINE_KINDS)[number];

/** Where a dispute is; null where there has never been one. */
const DISPUTE_STATES = ['open', 'answered', 'closed'] as const;
export type DisputeState = (typeof DISPUTE_STATES)[number];
export const DISPUTE_ACTIONS = ['open', 'answer', 'close'] as const;
export type DisputeAction = (typeof DISPUTE_ACTIONS)[number];
/** The longest text of a search, in characters: a pasted link. */
export const SEARCH_LENGTH = 500;
/** The longest note, in characters. */
export const NOTE_LENGTH = 1000;

/** A person of the account store. Only superadmins see e-mail addresses; null for an erased account, too. */
const person = z.strictObject({ id: z.string(), name: z.string(), email: z.string().nullable() });
export type SupportPerson = z.infer<typeof person>;
const named = z.strictObject({ id: z.uuid(), name: z.string() });

const supportSubjectAnswer = z.strictObject({
  kind: z.enum(TIMELINE_KINDS),
  id: z.uuid(),
  /** The name of a QR or person, or the redeemed benefit. */
  title: z.string(),
  /** Of a person, for superadmins; null for others and for an erased account. */
  email: z.string().nullable(),
  /** Null for a person: who may be on several sites. */
  site: named.nullable(),
  /** The code of the scan, where that is how it was found. */
  code: z.string().nullable(),
  /** When it was redeemed or made; null for a person. */
  at: isoTime.nullable(),
  /** The dispute of a redemption; null without one, and for other subjects. */
  dispute: z.enum(DISPUTE_STATES).nullable(),
});
export type SupportSubject = z.infer<typeof supportSubjectAnswer>;

/** What a search finds. Only superadmins find the last four. */
export const FOUND_KINDS = [...TIMELINE_KINDS, 'tenant', 'account', 'site', 'payout'] as const;
export type FoundKind = (typeof FOUND_KINDS)[number];

const supportFoundAnswer = z.strictObject({
  ...supportSubjectAnswer.shape,
  kind: z.enum(FOUND_KINDS),
  /** The business that owns it, or the account; null for other people, and unless a superadmin searches. */
  tenantId: z.uuid().nullable(),
  /** The customer of a redemption; null for others, and unless a superadmin searches. */
  customer: z.string().nullable(),
  /** The sale of a redemption or the amount of a payout; null for others, and unless a superadmin searches. */
  amount: z.string().nullable(),
  currency: currencySchema.nullable(),
});
export type SupportFound = z.infer<typeof supportFoundAnswer>;

export const TIMELINE_EVENTS = [
  'RootQrCreated',
  'QrSplit',
  'SiblingQrCreated',
  'QrEdited',
  'QrClaimed',
  'QrClaimReleased',
  'QrReissued',
  'QrRenewalChosen',
  'QrLinkReplaced',
  'QrDeactivated',
  'QrActivated',
  'QrApproved',
  'QrDeclined',
  'QrScanned',
  'BenefitRedeemed',
  'RedemptionConfirmed',
  'RedemptionReversed',
  'PayoutGenerated',
  'PayoutPaid',
  'PayoutFailed',
  'PayoutCancelled',
  'PayoutReturned',
  'PayoutReferenceCorrected',
  'EntriesCombined',
  'BalanceWrittenOff',
  'DistributorBlocked',
  'DistributorUnblocked',
  'DisputeOpened',
  'DisputeAnswered',
  'DisputeClosed',
  'ViewAsStarted',
  'ViewAsEnded',
] as const;
export type TimelineEventType = (typeof TIMELINE_EVENTS)[number];

const timelineEventAnswer = z.strictObject({
  eventId: z.uuid(),
  type: z.enum(TIMELINE_EVENTS),
  /** Also a valid `asOf` for the trees of that time. */
  position: z.string(),
  at: isoTime,
  /** Who did it; `person` is null for a visitor who was not signed in, and for the product itself. */
  actor: z.strictObject({ role: z.string(), person: person.nullable() }),
  /** The name of the command that led to it. */
  command: z.string(),
  /** Null for events without a site. */
  site: named.nullable(),
  /** UTC for events without a site. */
  siteTimeZone: z.string(),
  qr: named.nullable(),
  redemptionId: z.uuid().nullable(),
  payoutId: z.uuid().nullable(),
  /** Whose scan or redemption it is. */
  customer: person.nullable(),
  /** Who claimed, lost a claim, is paid or was blocked. */
  distributor: person.nullable(),
  /** The amount of the sale, of its reversal, or of the payout. */
  amount: z.string().nullable(),
  currency: currencySchema.nullable(),
  /** The reason of a reversal or cancellation, a payout's reference, or a note; null also for an erased text. */
  reason: z.string().nullable(),
  /** Why a payout failed, was corrected, or a balance was written off; null for other events. */
  reasonCode: z.enum(PAYOUT_REASONS).nullable(),
  /** The ledger entries that it wrote down, each of which explains itself. */
  entries: z.array(z.strictObject({ id: z.uuid(), qrId: z.uuid(), owner: person, amount: z.string() })),
});
export type TimelineEvent = z.infer<typeof timelineEventAnswer>;

const disputeAnswer = z.strictObject({
  redemptionId: z.uuid(),
  /** The name of the QR that was redeemed. */
  title: z.string(),
  site: named,
  state: z.enum(DISPUTE_STATES),
  openedAt: isoTime,
  /** When the newest note was written. */
  changedAt: isoTime,
  notes: z.number().int(),
});
export type DisputeAnswer = z.infer<typeof disputeAnswer>;

const subjectParams = z.strictObject({ kind: z.enum(TIMELINE_KINDS), id: z.uuid() });

export const supportCalls = {
  supportSearch: call('POST', '/api/support/search', {
    summary:
      'Finds redemptions, customers, QRs and distributors by a code, an id, an e-mail address or a name; for superadmins also businesses, accounts, sites and payouts, by links, tokens, amounts, days and the beginning of an id',
    access,
    body: z.strictObject({ q: storableLine(SEARCH_LENGTH) }),
    answer: z.array(supportFoundAnswer),
  }),
  disputes: call('GET', '/api/support/disputes', {
    summary: 'Disputes that are not closed, those that were written about last first',
    access,
    query: listQuery(['open', 'answered'], ['newest', 'oldest']),
    answer: z.array(disputeAnswer),
  }),
  noteDispute: call('POST', '/api/redemptions/:redemptionId/dispute', {
    summary: 'Open a dispute about a redemption, answer it or close it, each with a note',
    access: ['site_owner', 'superadmin'],
    params: z.strictObject({ redemptionId: z.uuid() }),
    body: z.strictObject({ action: z.enum(DISPUTE_ACTIONS), text: shownLines(NOTE_LENGTH) }),
    answer: z.strictObject({ redemptionId: z.uuid(), noteId: z.uuid(), state: z.enum(DISPUTE_STATES) }),
    status: 201,
  }),
  supportSubject: call('GET', '/api/support/:kind/:id', {
    summary: 'Get the subject of a timeline',
    access,
    params: subjectParams,
    answer: supportSubjectAnswer,
  }),
  supportTimeline: call('GET', '/api/support/:kind/:id/timeline', {
    summary: 'Everything that happened to a redemption, customer, QR or distributor, newest first',
    access,
    params: subjectParams,
    query: pageQuery,
    answer: z.array(timelineEventAnswer),
  }),
} as const;
