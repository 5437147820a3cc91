import { z } from 'zod';
import { AUDITED_BY, callsOf, isoTime, listQuery, siteDistributorParams, siteParams } from '../kernel/call.ts';
import { currencySchema, ledgerAmountSchema } from '../kernel/money.ts';
import { shownLine } from '../kernel/plain-text.ts';
import { secret } from '../kernel/secret-text.ts';
import { CORRECTION_REASONS, FUNDING_FAILURES, TRANSFER_FAILURES, WRITE_OFF_REASONS } from './events.ts';

const call = callsOf('Payouts');

/** `written_off`: a balance that the owner wrote off, for which no money moved. */
export const PAYOUT_STATUSES = ['processing', 'paid', 'failed', 'cancelled', 'returned', 'written_off'] as const;

/** What has become of the owner's money for a payout by the payment provider. */
export const FUNDING_STATES = [
  ...(['awaiting_approval', 'collecting', 'collected', 'failed', 'disputed', 'settled', 'refunded'] as const),
] as const;
export type FundingState = (typeof FUNDING_STATES)[number];

export const PAYOUT_FAILURES = [...TRANSFER_FAILURES, ...FUNDING_FAILURES] as const;
export type PayoutFailure = (typeof PAYOUT_FAILURES)[number];

export const payoutAnswer = z.strictObject({
  id: z.uuid(),
  siteId: z.uuid(),
  distributorId: z.string(),
  name: z.string(),
  amount: z.string(),
  currency: currencySchema,
  status: z.enum(PAYOUT_STATUSES),
  /** How many ledger entries are in it. */
  entries: z.number().int(),
  reference: z.string().nullable(),
  /**
   * What the owner wrote on cancelling it, returning it or writing the balance off. Null without such a text, and for a
   * distributor that of a write-off.
   */
  reason: z.string().nullable(),
  /** `provider`: the payment provider transfers it. */
  settlement: z.enum(['by_hand', 'provider']),
  /** The owner's money for a payout by the payment provider; null: not asked for. */
  funding: z.enum(FUNDING_STATES).nullable(),
  /** Null: it has not failed. */
  failure: z.enum(PAYOUT_FAILURES).nullable(),
  createdAt: isoTime,
  /** Of lists: the time zone of the days of its site. */
  siteTimeZone: z.string().optional(),
});
export type PayoutAnswer = z.infer<typeof payoutAnswer>;

const payoutList = listQuery(PAYOUT_STATUSES, ['newest', 'oldest', 'amount']);
const payoutParams = z.strictObject({ payoutId: z.uuid() });
const sentence = shownLine(200);

export const generatedPayoutsAnswer = z.strictObject({
  payouts: z.array(payoutAnswer),
  /** A distributor with less than this has no payout yet, in the site's currency. */
  minimumPayout: z.string(),
  currency: currencySchema,
});

/** The payouts that would be generated now. */
export const payoutPreviewAnswer = z.strictObject({
  totals: z.array(z.strictObject({ currency: currencySchema, payouts: z.number().int(), amount: z.string() })),
  settlement: z.enum(['by_hand', 'provider']),
  /** As in `generatedPayoutsAnswer`. */
  minimumPayout: z.string(),
  currency: currencySchema,
});
export type PayoutPreviewAnswer = z.infer<typeof payoutPreviewAnswer>;

export const payoutCalls = {
  payoutPreview: call('GET', '/api/sites/:siteId/payout-preview', {
    summary: 'Get number and sum of the payouts that would be generated now',
    access: ['site_owner'],
    params: siteParams,
    answer: payoutPreviewAnswer,
  }),
  generatePayouts: call('POST', '/api/sites/:siteId/payouts', {
    summary: 'Generate a payout for each distributor whose payable net reaches the minimum of the site',
    access: ['site_owner'],
    params: siteParams,
    answer: generatedPayoutsAnswer,
    status: 201,
  }),
  sitePayouts: call('GET', '/api/sites/:siteId/payouts', {
    summary: 'Payouts of a site, newest first',
    access: AUDITED_BY,
    params: siteParams,
    query: payoutList,
    answer: z.array(payoutAnswer),
  }),
  ownPayouts: call('GET', '/api/distributors/me/payouts', {
    summary: 'My payouts as a distributor, or those of my sites as a site owner; newest first',
    access: ['distributor', ...AUDITED_BY],
    query: payoutList,
    answer: z.array(payoutAnswer),
  }),
  markPayoutPaid: call('POST', '/api/payouts/:payoutId/mark-paid', {
    summary: 'Say that a payout was paid by hand',
    access: ['site_owner'],
    params: payoutParams,
    body: z.strictObject({ reference: sentence }),
    answer: payoutAnswer,
  }),
  cancelPayout: call('POST', '/api/payouts/:payoutId/cancel', {
    summary: 'Cancel a payout; its entries are payable again',
    access: ['site_owner'],
    params: payoutParams,
    body: z.strictObject({ reason: sentence }),
    answer: payoutAnswer,
  }),
  returnPayout: call('POST', '/api/payouts/:payoutId/return', {
    summary: 'Say that the money of a payout that was paid by hand came back; its entries are payable again',
    access: ['site_owner'],
    params: payoutParams,
    body: z.strictObject({ reason: sentence }),
    answer: payoutAnswer,
  }),
  correctPayoutReference: call('POST', '/api/payouts/:payoutId/reference', {
    summary: 'Correct the reference of a payout that was paid by hand',
    access: ['site_owner'],
    params: payoutParams,
    body: z.strictObject({ reference: sentence, reason: z.enum(CORRECTION_REASONS) }),
    answer: payoutAnswer,
  }),
  writeOffBalance: call('POST', '/api/sites/:siteId/distributors/:distributorId/write-off', {
    summary: 'Write off the payable balance of a distributor: a negative one, or any one of a deleted account',
    access: ['site_owner'],
    params: siteDistributorParams,
    body: z.strictObject({
      currency: currencySchema,
      /** The payable balance as it was shown: a balance that has changed since is not written off. */
      amount: ledgerAmountSchema,
      reason: z.enum(WRITE_OFF_REASONS),
      note: sentence.optional(),
    }),
    answer: z.strictObject({
      id: z.uuid(),
      amount: z.string(),
      currency: currencySchema,
      reason: z.enum(WRITE_OFF_REASONS),
    }),
  }),
  payoutAccount: call('POST', '/api/distributors/me/payout-account', {
    summary: "Get the payment provider's page for my payout details; null if it needs none",
    access: ['distributor'],
    answer: z.strictObject({ url: secret(z.url()).nullable() }),
    sensitive: { proof: 'session', needsVerifiedAddress: true, notice: 'payout_account_opened' },
  }),
} as const;
