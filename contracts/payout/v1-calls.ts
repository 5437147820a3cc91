import { z } from 'zod';
import { pageQuery } from '../kernel/call.ts';
import { call } from '../kernel/v1-version.ts';
import { generatedPayoutsAnswer, payoutAnswer, payoutCalls } from './calls.ts';

const access = { key: 'payouts' } as const;
const { markPayoutPaid, cancelPayout } = payoutCalls;

export const v1PayoutCalls = {
  v1Payouts: call('GET', '/api/v1/payouts', {
    summary: 'Payouts of the sites of the key, newest first',
    access,
    query: pageQuery.extend({
      /** Left out: all sites of the key. */
      siteId: z.uuid().optional(),
    }),
    answer: z.array(payoutAnswer),
  }),
  v1GeneratePayouts: call('POST', '/api/v1/payouts', {
    summary: 'Generate a payout for each distributor whose payable net reaches the minimum of a site of the key',
    access,
    body: z.strictObject({ siteId: z.uuid() }),
    answer: generatedPayoutsAnswer,
    status: 201,
  }),
  v1MarkPayoutPaid: call('POST', '/api/v1/payouts/:payoutId/mark-paid', {
    summary: 'Say that a payout of a site of the key was paid',
    access,
    params: markPayoutPaid.params,
    body: markPayoutPaid.body,
    answer: payoutAnswer,
  }),
  v1CancelPayout: call('POST', '/api/v1/payouts/:payoutId/cancel', {
    summary: 'Cancel a payout of a site of the key, such as one whose transfer failed; its entries are payable again',
    access,
    params: cancelPayout.params,
    body: cancelPayout.body,
    answer: payoutAnswer,
  }),
} as const;
