import { z } from 'zod';
import { daysQuery, siteStatsAnswer } from '../dashboard/calls.ts';
import { callsOf } from '../kernel/call.ts';
import { AUDITED_BY, isoTime, listQuery, searchQuery, siteParams } from '../kernel/common.ts';
import { currencySchema } from '../kernel/money.ts';

const call = callsOf('Site reports');
const access = AUDITED_BY;

export const REDEMPTION_STATES = ['redeemed', 'awaiting', 'lapsed', 'partly', 'reversed'] as const;

const siteRedemptionAnswer = z.strictObject({
  id: z.uuid(),
  qrId: z.uuid(),
  qrName: z.string(),
  customerName: z.string(),
  benefit: z.string(),
  saleAmount: z.string(),
  currency: currencySchema,
  /** Name of who confirmed it: the customer's own where it was redeemed without staff. */
  confirmedBy: z.string(),
  confirmedVia: z.enum(['self', 'code', 'token']),
  /** When the customer redeemed it, also where the staff confirmed it later. */
  redeemedAt: isoTime,
  /** Awaiting confirmation or lapsed, both without earnings; null once earned. */
  confirmation: z.enum(['awaiting', 'lapsed']).nullable(),
  /** Of the newest reversal, partial ones included. */
  reversedAt: isoTime.nullable(),
  /** The sum of all reversals. */
  reversedAmount: z.string(),
  isWhollyReversed: z.boolean(),
  /** What the till calls it; absent: not redeemed by a till, or without one. */
  reference: z.string().optional(),
});
export type SiteRedemptionAnswer = z.infer<typeof siteRedemptionAnswer>;

const topDistributorAnswer = z.strictObject({
  distributorId: z.string(),
  name: z.string(),
  /** QRs claimed now, with their scans and redemptions of all time. */
  qrs: z.number().int(),
  scans: z.number().int(),
  redemptions: z.number().int(),
  /** Earnings on this site minus reversals; also after a released claim. */
  commission: z.string(),
  currency: currencySchema,
  isBlocked: z.boolean(),
});
export type TopDistributorAnswer = z.infer<typeof topDistributorAnswer>;

/** A distributor's own figures and rank on a site. No data of other distributors. */
export const standingAnswer = z.strictObject({
  siteId: z.uuid(),
  siteName: z.string(),
  /** By commission, then scans; equal figures share a rank. 1 is the highest. */
  rank: z.number().int().min(1),
  /** The number of distributors on the site. */
  distributors: z.number().int().min(1),
  qrs: z.number().int(),
  scans: z.number().int(),
  redemptions: z.number().int(),
  commission: z.string(),
  currency: currencySchema,
});
export type StandingAnswer = z.infer<typeof standingAnswer>;

export const REFUSED_COMMANDS = ['scan', 'redeem', 'staffRedeem', 'claim'] as const;

/** A refused scan, redemption or claim by a signed-in person. Kept for 30 days. */
const refusalAnswer = z.strictObject({
  id: z.uuid(),
  at: isoTime,
  personId: z.string(),
  personName: z.string(),
  /** The actor: staff at the counter. */
  actorName: z.string(),
  siteId: z.uuid().nullable(),
  qrId: z.uuid().nullable(),
  qrName: z.string().nullable(),
  command: z.enum(REFUSED_COMMANDS),
  /** The refusal's code (docs/reference/refusals.md), its text, and the values that are filled into it. */
  code: z.string(),
  message: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type RefusalAnswer = z.infer<typeof refusalAnswer>;

export const siteReportCalls = {
  siteRefusals: call({
    method: 'GET',
    path: '/api/sites/:siteId/refusals',
    summary: 'Refused scans, redemptions and claims of the last 30 days, newest first',
    access,
    params: siteParams,
    query: listQuery(REFUSED_COMMANDS, ['newest', 'oldest']),
    answer: z.array(refusalAnswer),
  }),
  personRefusals: call({
    method: 'GET',
    path: '/api/support/people/:personId/refusals',
    summary: 'The same of one customer or distributor, on all sites that the caller may see',
    access,
    params: z.strictObject({ personId: z.uuid() }),
    query: listQuery(REFUSED_COMMANDS, ['newest', 'oldest']),
    answer: z.array(refusalAnswer),
  }),
  siteRedemptions: call({
    method: 'GET',
    path: '/api/sites/:siteId/redemptions',
    summary: 'Redemptions of a site, newest first',
    access,
    params: siteParams,
    query: listQuery(REDEMPTION_STATES, ['newest', 'oldest', 'amount']),
    answer: z.array(siteRedemptionAnswer),
  }),
  topDistributors: call({
    method: 'GET',
    path: '/api/sites/:siteId/top-distributors',
    summary: 'Distributors of a site, those who earned most first; 20 a page without `limit`',
    access,
    params: siteParams,
    query: searchQuery(['amount']),
    answer: z.array(topDistributorAnswer),
  }),
  ownStandings: call({
    method: 'GET',
    path: '/api/distributors/me/standings',
    summary: 'My rank and my own figures on each site where I am a distributor, best ranks first, at most 50',
    access: ['distributor'],
    answer: z.array(standingAnswer),
  }),
  siteStats: call({
    method: 'GET',
    path: '/api/sites/:siteId/stats',
    summary: 'Totals of one site, the period before, and a series by day',
    access,
    params: siteParams,
    query: daysQuery,
    answer: siteStatsAnswer,
  }),
} as const;
