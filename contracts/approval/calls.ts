import { z } from 'zod';
import { AUDITED_BY, callsOf, isoTime, personAnswer, siteParams } from '../kernel/call.ts';
import { editBody } from '../kernel/edits.ts';
import { amountSchema, currencySchema } from '../kernel/money.ts';
import { fingerprintSchema, monthSchema, monthTotalsSchema } from './events.ts';

const call = callsOf('Approvals');
const monthParams = z.strictObject({ siteId: z.uuid(), month: monthSchema });
const agreed = z.strictObject({ by: personAnswer, at: isoTime }).nullable();
/** As the close of the month answered. */
const figures = z.strictObject({
  position: z.string().regex(/^\d{1,18}$/),
  fingerprint: fingerprintSchema,
  totals: z.array(monthTotalsSchema).max(3),
});

const approvalsAnswer = z.strictObject({
  siteId: z.uuid(),
  siteName: z.string(),
  siteTimeZone: z.string(),
  currency: currencySchema,
  /** Payouts of more than this need approval, in the site's currency; null: none does. */
  payoutsAbove: z.string().nullable(),
  monthsNeedSignOff: z.boolean(),
  approvers: z.array(personAnswer),
  /** Whether the caller may approve. */
  isApprover: z.boolean(),
  /** Payouts in processing that need approval, oldest first. */
  payouts: z.array(
    z.strictObject({
      id: z.uuid(),
      distributor: personAnswer,
      amount: z.string(),
      currency: currencySchema,
      createdAt: isoTime,
      /** Null: it waits. */
      approved: agreed,
    }),
  ),
  /** Closed months, newest first. */
  months: z.array(
    z.strictObject({
      month: monthSchema,
      position: z.string(),
      fingerprint: z.string(),
      totals: z.array(monthTotalsSchema),
      closed: z.strictObject({ by: personAnswer, at: isoTime }),
      /** Null: no second person has signed it off. */
      signedOff: agreed,
    }),
  ),
});
export type ApprovalsAnswer = z.infer<typeof approvalsAnswer>;

export const approvalCalls = {
  approvals: call('GET', '/api/sites/:siteId/approvals', {
    summary: 'Get what needs a second person on a site: payouts that wait for approval, and closed months',
    access: ['staff', ...AUDITED_BY],
    params: siteParams,
    answer: approvalsAnswer,
  }),
  setApprovalRule: call('PUT', '/api/sites/:siteId/approvals', {
    summary: 'Set what needs a second person on a site, and who of the staff that can be',
    access: ['site_owner'],
    params: siteParams,
    body: editBody({
      payoutsAbove: amountSchema.nullable(),
      monthsNeedSignOff: z.boolean(),
      approverIds: z.array(z.string().min(1).max(100)).max(20),
    }),
    answer: approvalsAnswer,
  }),
  approvePayout: call('POST', '/api/payouts/:payoutId/approve', {
    summary: 'Approve a payout as the second person',
    access: ['staff'],
    params: z.strictObject({ payoutId: z.uuid() }),
    answer: approvalsAnswer,
  }),
  closeMonth: call('POST', '/api/sites/:siteId/months/:month/close', {
    summary: 'Close a month with the figures that I have seen',
    access: ['site_owner'],
    params: monthParams,
    body: figures,
    answer: approvalsAnswer,
  }),
  signOffMonth: call('POST', '/api/sites/:siteId/months/:month/sign-off', {
    summary: 'Sign a closed month off as the second person',
    access: ['staff'],
    params: monthParams,
    /** Of the close that I have seen. */
    body: figures,
    answer: approvalsAnswer,
  }),
} as const;
