import { z } from 'zod';
import { PLAIN_LINE, PLAIN_LINES } from '../plain-text.ts';
import { callsOf } from './call.ts';
import { isoTime, searchQuery, siteParams } from './common.ts';

const call = callsOf('Distributors of a site');
const params = z.strictObject({
  siteId: z.uuid(),
  distributorId: z
    .string()
    .min(1)
    .max(100)
    .regex(...PLAIN_LINE),
});

/** The longest reason for a block, in characters. */
const BLOCK_REASON_LENGTH = 500;
const reason = z
  .string()
  .trim()
  .min(1)
  .max(BLOCK_REASON_LENGTH)
  .regex(...PLAIN_LINES);

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
    access: ['site_owner', 'superadmin'],
    params: siteParams,
    query: searchQuery(['newest', 'oldest']),
    answer: z.array(blockedDistributorAnswer),
  }),
  blockDistributor: call({
    method: 'POST',
    path: '/api/sites/:siteId/distributors/:distributorId/block',
    summary: 'Block a distributor: no new claims, splits or commission on this site. Earnings stay',
    access: ['site_owner'],
    params,
    body: z.strictObject({ reason: reason.nullish() }),
    answer: outcome,
  }),
  unblockDistributor: call({
    method: 'POST',
    path: '/api/sites/:siteId/distributors/:distributorId/unblock',
    summary: 'Unblock a distributor; from now on it claims, splits and earns on this site again',
    access: ['site_owner'],
    params,
    answer: outcome,
  }),
} as const;
