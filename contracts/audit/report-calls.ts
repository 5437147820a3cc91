import { z } from 'zod';
import { COMMISSION_RULES } from '../commission/registry.ts';
import { FLAG_KINDS } from '../flag/rules.ts';
import { AUDITED_BY, callsOf, isoTime, personAnswer, siteParams } from '../kernel/call.ts';
import { waitQuery } from '../kernel/file-calls.ts';
import { rule } from '../kernel/issue-codes.ts';
import { amountSchema, currencySchema } from '../kernel/money.ts';
import { percentSchema } from '../kernel/percent.ts';
import { HOLD_DAYS } from '../site/configuration.ts';
import { scopeAnswer, scopeQuery } from './scope.ts';

const call = callsOf('Audit');
const signed = z.string();
const count = z.number().int();
/** Null for findings without a person, or about an erased one. */
const person = personAnswer.nullable();

const findingAnswer = z.strictObject({
  /** Null: a row of the screens that no event has. */
  eventId: z.string().nullable(),
  position: z.string(),
  at: z.string(),
  stream: z.string(),
  distributor: person,
  qrId: z.string().nullable(),
  entryId: z.string().nullable(),
  /** What differs, in a few words: "amount of a share". */
  what: z.string(),
  expected: z.string().nullable(),
  found: z.string().nullable(),
});
export type FindingAnswer = z.infer<typeof findingAnswer>;

/**
 * Each row is compared, still being written (`behind`), or changed since the replay began (`later`). `differences`: rows that
 * differ, are too many, or are missing.
 */
const comparedRows = { compared: count, behind: count, later: count, differences: count };

/** The result of replaying a site's history. */
export const siteAuditAnswer = z.strictObject({
  ...scopeAnswer,
  events: count,
  trees: count,
  redemptions: count,
  reversals: count,
  entries: count,
  payouts: count,
  /** Rows of the screens that were held against history, of all read models that show money and of each. */
  rows: z.strictObject({
    ...comparedRows,
    tables: z.array(z.strictObject({ name: z.string(), ...comparedRows })),
    /** Read models, columns and streams that were not compared: `payouts`, `payouts.paid_at`, `dispute-*`. */
    notCompared: z.array(z.string()),
  }),
  /**
   * References, reasons and notes outside the events, compared with the hashes in the events. `erased`: with a person.
   * `beforeHashes`: their events hold no hash.
   */
  texts: z.strictObject({ compared: count, erased: count, beforeHashes: count, differences: count }),
  /** `takenBack` is not positive. */
  totals: z.array(z.strictObject({ currency: currencySchema, earned: signed, takenBack: signed, paidOut: signed })),
  /** What protects the events from other writes in the database (event-store/postgres/append-guard.ts). */
  guard: z.enum(['on', 'owner', 'off', 'engine']),
  differences: count,
  /** The first thousand of them. */
  findings: z.array(findingAnswer),
});
export type SiteAuditAnswer = z.infer<typeof siteAuditAnswer>;

export const closedSums = {
  currency: currencySchema,
  /** Owed when the month began. */
  opening: signed,
  entries: count,
  earned: signed,
  reversals: count,
  /** Not positive. */
  takenBack: signed,
  /** Payouts that were paid in the month. */
  payouts: count,
  paidOut: signed,
  /** Balances that the owner wrote off; negative where the distributor owed them. */
  writtenOff: signed,
  /** Owed when the month ended: opening + earned + takenBack - paidOut - writtenOff. */
  closing: signed,
};
type ClosedFigure = Exclude<keyof typeof closedSums, 'currency'>;
// A plain constant: the browser's scripts leave it out with the schemas (ui/slim-contracts.ts), as they cannot a taken-apart one.
export const CLOSED_FIGURES = Object.keys(closedSums).filter((name): name is ClosedFigure => name !== 'currency');
/** A closed month. Repeating the request gives the same figures. */
export const closedMonthAnswer = z.strictObject({
  siteId: z.uuid(),
  month: z.string(),
  /** When the month began, and the first moment after it. */
  from: isoTime,
  to: isoTime,
  /** In which it ended: of the site at that time. */
  timeZone: z.string(),
  /** Position of the last event up to the end of the month; "0" if none exists. */
  position: z.string(),
  /** SHA-256 of the figures, hexadecimal: by it a person who signs the close off says which figures were seen. */
  fingerprint: z.string(),
  distributors: z.array(z.strictObject({ distributor: person, ...closedSums })),
  totals: z.array(z.strictObject(closedSums)),
});
export type ClosedMonthAnswer = z.infer<typeof closedMonthAnswer>;

/** Ways to split the recorded pool that no site can choose: to compare with. */
export const POOL_SPLITS = ['even_split', 'nearest_only'] as const;
export type PoolSplit = (typeof POOL_SPLITS)[number];
/** A commission rule's name, or a split of the pool. */
export const WHAT_IF_RULES: readonly string[] = [...COMMISSION_RULES.map(({ name }) => name), ...POOL_SPLITS];
export type WhatIfRuleName = string;
const sums = z.strictObject({
  /** Less what was taken back. */
  earned: signed,
  /** Of it, what was past its hold at the end of the period. */
  matured: signed,
  /** `matured` where it reached the site's minimum, else 0. */
  payable: signed,
});
/** `difference`: changed - actual. */
const compared = { currency: currencySchema, actual: sums, changed: sums, difference: sums };
export const whatIfAnswer = z.strictObject({
  ...scopeAnswer,
  /** Exclusive. Without an end in the request: the time of the request, at which holds are counted. */
  to: isoTime,
  redemptions: count,
  /** Of them, those that a fraud rule would have refused. */
  refused: count,
  distributors: z.array(z.strictObject({ distributor: person, ...compared })),
  totals: z.array(z.strictObject(compared)),
});
export type WhatIfAnswer = z.infer<typeof whatIfAnswer>;

/** `a,b,c`, each checked. */
const listOf = <T extends z.ZodType<unknown, string>>(item: T) =>
  z
    .string()
    .max(10_000)
    .transform((text) => (text === '' ? [] : text.split(',')))
    .pipe(z.array(item));

/** `name:value` */
const pair = z
  .string()
  .regex(/^[^:]+:[^:]+$/, rule('BAD_FORMAT'))
  .transform((text) => text.split(':'));
/** `5.00;2.00` */
const amounts = z
  .string()
  .transform((text) => text.split(';'))
  .pipe(z.array(amountSchema));
const percentOfQr = pair.pipe(z.tuple([z.uuid(), percentSchema]));
const ruleSetting = pair.pipe(z.tuple([z.string(), amounts]));

const markAnswer = z.strictObject({
  /** What to ask the tree for, to see it as it was then: a position, or a moment. */
  asOf: z.string(),
  at: isoTime,
  /** The type of the event. */
  kind: z.string(),
  qrId: z.uuid(),
  /** The number of events that the mark represents; more than one in a sampled history. */
  events: count,
});
export type MarkAnswer = z.infer<typeof markAnswer>;

export const siteMarksAnswer = z.strictObject({
  siteId: z.uuid(),
  /** Events of the requested period. */
  events: count,
  /** Oldest first. */
  marks: z.array(markAnswer),
});

const time = { from: isoTime.optional(), to: isoTime.optional() };
const access = AUDITED_BY;

export const auditReportCalls = {
  siteAudit: call('GET', '/api/sites/:siteId/audit', {
    summary: 'Replay all commissions of a site from its history, and list differences',
    access,
    params: siteParams,
    query: z.strictObject(scopeQuery),
    answer: siteAuditAnswer,
  }),
  closedMonth: call('GET', '/api/sites/:siteId/audit/months/:month', {
    summary: 'Close a past month: opening balances, earnings, reversals and payments',
    /** Of the staff, those who sign months off: they compare the figures with those of the close. */
    access: ['staff', ...AUDITED_BY],
    params: z.strictObject({ siteId: z.uuid(), month: z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/) }),
    query: z.strictObject(waitQuery),
    answer: closedMonthAnswer,
  }),
  whatIf: call('GET', '/api/sites/:siteId/audit/what-if', {
    summary: 'Simulate a period under other rules; read-only',
    access,
    params: siteParams,
    query: z.strictObject({
      ...scopeQuery,
      /** `{qrId}:5.00,{qrId}:2.50` */
      percents: listOf(percentOfQr).optional(),
      /** Left out: the rule that each redemption names. */
      rule: z.enum(WHAT_IF_RULES).optional(),
      /** The settings of `rule`: `tierAmounts:5.00;2.00` */
      ruleSettings: listOf(ruleSetting)
        .transform((settings) => Object.fromEntries(settings))
        .optional(),
      holdDays: z.enum(HOLD_DAYS.map(String)).transform(Number).pipe(z.literal(HOLD_DAYS)).optional(),
      minimumPayout: amountSchema.optional(),
      /** Rules by which redemptions would have been refused: `staff_burst,shared_device` */
      refused: listOf(z.enum(FLAG_KINDS)).optional(),
    }),
    answer: whatIfAnswer,
  }),
  siteMarks: call('GET', '/api/sites/:siteId/history', {
    summary: 'List the changes of a site as marks for `asOf`; long histories are sampled',
    access,
    params: siteParams,
    query: z.strictObject(time),
    answer: siteMarksAnswer,
  }),
} as const;
