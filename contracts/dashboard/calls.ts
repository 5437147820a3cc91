import { z } from 'zod';
import { AUDITED_BY, callsOf, isoTime, pageQuery, siteParams, wholeNumber } from '../kernel/call.ts';
import { currencySchema } from '../kernel/money.ts';

const call = callsOf('Dashboard');
const siteReportCall = callsOf('Site reports');

const totals = {
  totalScans: z.number().int(),
  redemptions: z.number().int(),
  /** Percent with one decimal; 0 when there are no scans. */
  conversionRate: z.number(),
  commissionEarned: z.string(),
};

/** Totals of a number of days, totals of the same number of days before, and a daily series, oldest first. */
const trend = {
  ...totals,
  /** The currency of the commission figures above: the first of `byCurrency`, else EUR. */
  currency: currencySchema,
  /** Commission in every currency of the period or the one before. The first is the one with most redemptions. */
  byCurrency: z.array(
    z.strictObject({
      currency: currencySchema,
      redemptions: z.number().int(),
      commissionEarned: z.string(),
      previous: z.strictObject({ redemptions: z.number().int(), commissionEarned: z.string() }),
    }),
  ),
  /** Of the days: of the site, or of all sites in the scope. `UTC` where they have different ones. */
  timeZone: z.string(),
  series: z.array(
    z.strictObject({
      date: z.iso.date(),
      scans: z.number().int(),
      redemptions: z.number().int(),
      /** In `currency`. */
      commission: z.string(),
      /** In every currency that any was earned in on that day. */
      byCurrency: z.array(z.strictObject({ currency: currencySchema, commission: z.string() })),
    }),
  ),
};

export const daysQuery = z.strictObject({
  days: wholeNumber(366, /^([1-9]|[1-9]\d|[12]\d\d|3[0-5]\d|36[0-6])$/).optional(),
});

export const siteStatsAnswer = z.strictObject({ ...trend, previous: z.strictObject(totals) });
export type SiteStatsAnswer = z.infer<typeof siteStatsAnswer>;

export const dashboardAnswer = z.strictObject({
  ...trend,
  activeSites: z.number().int(),
  previous: z.strictObject({ ...totals, activeSites: z.number().int() }),
});
export type DashboardAnswer = z.infer<typeof dashboardAnswer>;

export const dashboardCalls = {
  dashboard: call('GET', '/api/me/dashboard', {
    summary: 'Totals, the period before, and a series by day, in the scope of the active role',
    access: 'signed_in',
    query: daysQuery,
    answer: dashboardAnswer,
  }),
  activity: call('GET', '/api/me/activity', {
    summary: 'Newest scans in the scope of the active role; 20 a page without `limit`',
    access: 'signed_in',
    query: pageQuery,
    answer: z.array(z.strictObject({ scanId: z.uuid(), name: z.string(), scanDate: isoTime, isRedeemed: z.boolean() })),
  }),
  siteStats: siteReportCall('GET', '/api/sites/:siteId/stats', {
    summary: 'Totals of one site, the period before, and a series by day',
    access: AUDITED_BY,
    params: siteParams,
    query: daysQuery,
    answer: siteStatsAnswer,
  }),
} as const;
