import { z } from 'zod';
import { callsOf } from '../kernel/call.ts';
import { AUDITED_BY, isoTime, searchQuery, siteDistributorParams, siteParams } from '../kernel/common.ts';
import { shownLines } from '../kernel/plain-text.ts';

const call = callsOf('Distributors of a site');

const blockedDistributorAnswer = z.strictObject({
  distributorId: z.string(),
  name: z.string(),
  blockedAt: isoTime,
  /** The owner's text; null if none exists or the person was erased. */
  reason: z.string().nullable(),
});
export type BlockedDistributorAnswer = z.infer<typeof blockedDistributorAnswer>;

const outcome = z.strictObject({ distributorId: z.string(), isBlocked: z.boolean() });

export const distributorCalls = {
  blockedDistributors: call({
    method: 'GET',
    path: '/api/sites/:siteId/blocked-distributors',
    summary: 'Distributors that are blocked on a site, last blocked first',
    access: AUDITED_BY,
    params: siteParams,
    query: searchQuery(['newest', 'oldest']),
    answer: z.array(blockedDistributorAnswer),
  }),
  blockDistributor: call({
    method: 'POST',
    path: '/api/sites/:siteId/distributors/:distributorId/block',
    summary: 'Block a distributor: no new claims, splits or commission on this site. Earnings stay',
    access: ['site_owner'],
    params: siteDistributorParams,
    body: z.strictObject({ reason: shownLines(500).nullish() }),
    answer: outcome,
  }),
  unblockDistributor: call({
    method: 'POST',
    path: '/api/sites/:siteId/distributors/:distributorId/unblock',
    summary: 'Unblock a distributor; from now on it claims, splits and earns on this site again',
    access: ['site_owner'],
    params: siteDistributorParams,
    answer: outcome,
  }),
} as const;
