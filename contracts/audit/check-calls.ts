import { z } from 'zod';
import { monthSchema } from '../approval/events.ts';
import { AUDITED_BY, callsOf, isoTime, personAnswer, siteParams } from '../kernel/call.ts';
import { rule } from '../kernel/issue-codes.ts';
import { currencySchema } from '../kernel/money.ts';
import { PAYOUT_REASONS } from '../payout/events.ts';
import { CLOSED_FIGURES, closedSums } from './report-calls.ts';
import { scopeAnswer, scopeQuery } from './scope.ts';

const call = callsOf('Audit');
const signed = z.string();
const count = z.number().int();
const person = personAnswer.nullable();
const access = AUDITED_BY;

/** What is held against the events: each by what an accountant would read there. */
export const REPORT_SOURCES = ['close', 'ledger', 'payouts', 'balances', 'statement'] as const;
/**
 * Why a source was not compared. `not_whole_months`: a close is of whole months that are over. `position`: the source shows
 * more than the events up to the chosen position. `behind`: its read model lacks events. `unsigned`: no signed head covers the period.
 * `not_as_recorded`: the chain has other events, see the chain.
 */
export const SKIPPED = ['not_whole_months', 'position', 'behind', 'unsigned', 'not_as_recorded'] as const;

export const auditReportAnswer = z.strictObject({
  ...scopeAnswer,
  /** Computed from the events. */
  distributors: z.array(z.strictObject({ distributor: person, ...closedSums })),
  totals: z.array(z.strictObject(closedSums)),
  sources: z.array(
    z.strictObject({
      name: z.enum(REPORT_SOURCES),
      skipped: z.enum(SKIPPED).nullable(),
      /** Figures that were compared. */
      compared: count,
      differences: count,
    }),
  ),
  /** The first thousand. */
  differences: z.array(
    z.strictObject({
      source: z.enum(REPORT_SOURCES),
      distributor: person,
      currency: currencySchema,
      figure: z.enum(CLOSED_FIGURES),
      /** By the events. */
      expected: z.string(),
      found: z.string(),
    }),
  ),
});
export type AuditReportAnswer = z.infer<typeof auditReportAnswer>;

/**
 * Ways to choose entries. `random`: those with the least SHA-256 of `seed:entryId`. `largest`: the largest amounts.
 * `monetary_unit`: each unit of money has the same chance, so an entry's chance grows with its amount.
 */
export const SAMPLE_METHODS = ['random', 'monetary_unit', 'largest'] as const;
export const MAX_SAMPLE = 200;

export const auditSampleAnswer = z.strictObject({
  ...scopeAnswer,
  method: z.enum(SAMPLE_METHODS),
  /** Null: the method needs none. */
  seed: z.string().nullable(),
  /** Entries that were asked for, of each currency. */
  size: count,
  /** The payee whose entries alone were drawn from. */
  distributor: person,
  /** What was drawn from. */
  population: z.array(
    z.strictObject({
      currency: currencySchema,
      entries: count,
      /** Of the amounts, reversals negative. */
      sum: signed,
      /** Of the amounts without their signs: the money units. */
      gross: signed,
      /** Of `monetary_unit`: every how many minor units one is drawn, and the first of them; else null. */
      interval: z.string().nullable(),
      start: z.string().nullable(),
    }),
  ),
  /** In the order of the store. */
  items: z.array(
    z.strictObject({
      entryId: z.uuid(),
      eventId: z.uuid(),
      position: z.string(),
      at: isoTime,
      kind: z.enum(['earned', 'reversed']),
      distributor: person,
      qrId: z.uuid(),
      redemptionId: z.uuid(),
      percent: z.string(),
      amount: signed,
      currency: currencySchema,
    }),
  ),
});
export type AuditSampleAnswer = z.infer<typeof auditSampleAnswer>;

const trailEvent = z.strictObject({
  eventId: z.uuid(),
  type: z.string(),
  position: z.string(),
  at: isoTime,
  actor: z.strictObject({ role: z.string(), person }),
});
const named = z.strictObject({ id: z.uuid(), name: z.string() });

export const entryTrailAnswer = z.strictObject({
  entryId: z.uuid(),
  site: z.strictObject({ id: z.uuid(), name: z.string(), timeZone: z.string() }),
  distributor: person,
  currency: currencySchema,
  /** Of the newest event when it was read. */
  position: z.string(),
  /** From the scan to the payment, oldest first. */
  steps: z.array(
    z.strictObject({
      ...trailEvent.shape,
      command: z.string(),
      qr: named.nullable(),
      customer: person,
      payoutId: z.uuid().nullable(),
      /** Of the sale, of its reversal, or of the payout. */
      amount: z.string().nullable(),
      /** Of this entry, where the event wrote it down; else null. */
      entryAmount: signed.nullable(),
      /** A payment's reference, a reason or a note; null also for an erased text. */
      reason: z.string().nullable(),
      /** Why a payout failed, was corrected, or a balance was written off; else null. */
      reasonCode: z.enum(PAYOUT_REASONS).nullable(),
      /** Of the scan: the code that the customer showed. */
      code: z.string().nullable(),
    }),
  ),
  /** What was in force, and the event that made it so. */
  terms: z.array(
    z.strictObject({
      kind: z.enum(['percent', 'owner', 'rule', 'hold', 'minimum']),
      qr: named.nullable(),
      value: z.string(),
      /** Of `minimum`: the value as an amount of the entry's currency; else null. */
      amount: z.string().nullable(),
      event: trailEvent,
    }),
  ),
  /** Months of the site, YYYY-MM, whose statements have the entry or a payment of it. */
  statementMonths: z.array(monthSchema),
});
export type EntryTrailAnswer = z.infer<typeof entryTrailAnswer>;

export const auditCheckCalls = {
  auditReport: call('GET', '/api/sites/:siteId/audit/report', {
    summary:
      'Sum a period of a site by payee from its events, and compare close, ledger, payouts, balances and statement',
    access,
    params: siteParams,
    query: z.strictObject(scopeQuery),
    answer: auditReportAnswer,
  }),
  auditSample: call('GET', '/api/sites/:siteId/audit/sample', {
    summary: 'Draw ledger entries of a period to look at: the same seed draws the same entries',
    access,
    params: siteParams,
    query: z.strictObject({
      ...scopeQuery,
      method: z.enum(SAMPLE_METHODS).default('random'),
      /** Needed for `random` and `monetary_unit`. */
      seed: z
        .string()
        .regex(/^[\w.-]{1,64}$/, rule('BAD_FORMAT'))
        .optional(),
      size: z.coerce.number().int().min(1).max(MAX_SAMPLE).default(25),
      /** The payee whose entries alone are drawn from. */
      distributor: z.string().min(1).max(64).optional(),
    }),
    answer: auditSampleAnswer,
  }),
  entryTrail: call('GET', '/api/audit/entries/:entryId', {
    summary:
      'The trail of a ledger entry, from the scan to the payment, with the terms in force and the event of each step',
    access,
    params: z.strictObject({ entryId: z.uuid() }),
    answer: entryTrailAnswer,
  }),
} as const;
