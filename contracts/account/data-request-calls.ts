import { z } from 'zod';
import { callsOf, isoTime } from '../kernel/call.ts';
import { shownLine } from '../kernel/plain-text.ts';
import { accountCalls } from './calls.ts';
import { ownDataAnswer, ownRecordsAnswer } from './data-calls.ts';

const call = callsOf('Support');
const access = ['site_owner', 'superadmin'] as const;

/** Who wants it: the person, the business that serves them, an authority, or the operator itself. */
export const REQUESTERS = ['person', 'business', 'authority', 'operator'] as const;
export type Requester = (typeof REQUESTERS)[number];
export const DATA_REQUESTS = ['export', 'correction', 'restriction', 'end_of_restriction', 'erasure'] as const;
export type DataRequestKind = (typeof DATA_REQUESTS)[number];
/** What owners ask for waits for the operator; what a superadmin asks for is carried out at once, and so is an export. */
export const DATA_REQUEST_STATES = ['open', 'done', 'refused'] as const;
export type DataRequestState = (typeof DATA_REQUEST_STATES)[number];
export const DATA_REQUEST_DECISIONS = ['done', 'refused'] as const;
/** Longest reason, in characters. */
export const REQUEST_REASON_LENGTH = 300;
/** Days until a person has to have an answer: the month of GDPR, article 12. */
export const ANSWER_DAYS = 30;

const names = accountCalls.changeProfile.body.shape;

const dataRequestAnswer = z.strictObject({
  id: z.uuid(),
  at: isoTime,
  kind: z.enum(DATA_REQUESTS),
  state: z.enum(DATA_REQUEST_STATES),
  person: z.strictObject({ id: z.string(), name: z.string() }),
  askedBy: z.enum(REQUESTERS),
  /** The account that entered it, by name; null: the command line of the operator. */
  enteredBy: z.string().nullable(),
  /** Null: none was given, or the account was erased. */
  reason: z.string().nullable(),
  /** The right name of an open correction; null: stays. */
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  dueAt: isoTime,
  decidedAt: isoTime.nullable(),
});
export type DataRequestAnswer = z.infer<typeof dataRequestAnswer>;

/** For an owner what is recorded at the sites of the business; for a superadmin everything. */
const exportedData = z.strictObject({
  exportedAt: isoTime,
  person: z.strictObject({ id: z.uuid(), name: z.string() }),
  /** The account is the operator's: null for an owner. */
  account: ownDataAnswer.omit({ exportedAt: true, records: true }).nullable(),
  records: ownRecordsAnswer,
});

export const dataRequestCalls = {
  dataRequests: call('GET', '/api/support/data-requests', {
    summary:
      'Requests about the data of persons: those of my business, or all. Open ones first, then the newest; at most 200',
    access,
    answer: z.array(dataRequestAnswer),
  }),
  askDataRequest: call('POST', '/api/support/data-requests', {
    summary:
      'Export what is recorded about a person, or ask the operator to correct, restrict or erase the account; a superadmin does so at once',
    access,
    body: z.strictObject({
      /** Of an owner: a person with records at the sites of the business. */
      personId: z.uuid(),
      kind: z.enum(DATA_REQUESTS),
      askedBy: z.enum(REQUESTERS),
      reason: shownLine(REQUEST_REASON_LENGTH),
      /** Of a correction: at least one of them. */
      ...names,
    }),
    answer: z.strictObject({ id: z.uuid(), state: z.enum(DATA_REQUEST_STATES), file: exportedData.nullable() }),
    status: 201,
    sensitive: { proof: 'session', needsVerifiedAddress: false, notice: null },
  }),
  decideDataRequest: call('POST', '/api/support/data-requests/:requestId/decision', {
    summary: 'Carry out what an owner has asked for, or refuse it',
    access: ['superadmin'],
    params: z.strictObject({ requestId: z.uuid() }),
    body: z.strictObject({ decision: z.enum(DATA_REQUEST_DECISIONS) }),
    answer: z.strictObject({ id: z.uuid(), state: z.enum(DATA_REQUEST_STATES) }),
    sensitive: { proof: 'session', needsVerifiedAddress: false, notice: null },
  }),
} as const;
