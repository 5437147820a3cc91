import { z } from 'zod';
import { AUDITED_BY, callsOf, isoTime, searchQuery, siteDistributorParams, siteParams } from '../kernel/call.ts';
import { currencySchema } from '../kernel/money.ts';
import { shownLines } from '../kernel/plain-text.ts';

const call = callsOf('Distributors of a site');
const reportCall = callsOf('Site reports');

const blockedDistributorAnswer = z.strictObject({
  distributorId: z.string(),
  name: z.string(),
  blockedAt: isoTime,
  /** The owner's text; null if none exists or the person was erased. */
  reason: z.string().nullable(),
});
export type BlockedDistributorAnswer = z.infer<typeof blockedDistributorAnswer>;

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
  distributors: z.number().int().min(1),
  /** The scope of each figure is that of the top distributors. */
  qrs: z.number().int(),
  scans: z.number().int(),
  redemptions: z.number().int(),
  commission: z.string(),
  currency: currencySchema,
});
export type StandingAnswer = z.infer<typeof standingAnswer>;

const outcome = z.strictObject({ distributorId: z.string(), isBlocked: z.boolean() });

export const distributorCalls = {
  blockedDistributors: call('GET', '/api/sites/:siteId/blocked-distributors', {
    summary: 'Distributors that are blocked on a site, last blocked first',
    access: AUDITED_BY,
    params: siteParams,
    query: searchQuery(['newest', 'oldest']),
    answer: z.array(blockedDistributorAnswer),
  }),
  blockDistributor: call('POST', '/api/sites/:siteId/distributors/:distributorId/block', {
    summary: 'Block a distributor: no new claims, splits or commission on this site. Earnings stay',
    access: ['site_owner'],
    params: siteDistributorParams,
    body: z.strictObject({ reason: shownLines(500).nullish() }),
    answer: outcome,
  }),
  unblockDistributor: call('POST', '/api/sites/:siteId/distributors/:distributorId/unblock', {
    summary: 'Unblock a distributor; from now on it claims, splits and earns on this site again',
    access: ['site_owner'],
    params: siteDistributorParams,
    answer: outcome,
  }),
  topDistributors: reportCall('GET', '/api/sites/:siteId/top-distributors', {
    summary: 'Distributors of a site, those who earned most first; 20 a page without `limit`',
    access: AUDITED_BY,
    params: siteParams,
    query: searchQuery(['amount']),
    answer: z.array(topDistributorAnswer),
  }),
  ownStandings: reportCall('GET', '/api/distributors/me/standings', {
    summary: 'My rank and my own figures on each site where I am a distributor, best ranks first, at most 50',
    access: ['distributor'],
    answer: z.array(standingAnswer),
  }),
} as const;
