import { z } from 'zod';
import { AUDITED_BY, callsOf, isoTime, listQuery, siteParams } from '../kernel/call.ts';
import { currencySchema } from '../kernel/money.ts';
import { benefitTermsSchema } from '../qr/shown-benefit.ts';

const call = callsOf('Site reports');
const dashboardCall = callsOf('Dashboard');
const access = AUDITED_BY;

export const REDEMPTION_STATES = ['redeemed', 'awaiting', 'lapsed', 'partly', 'reversed'] as const;
export type RedemptionState = (typeof REDEMPTION_STATES)[number];

const siteRedemptionAnswer = z.strictObject({
  id: z.uuid(),
  qrId: z.uuid(),
  qrName: z.string(),
  customerName: z.string(),
  benefit: z.string(),
  benefitTerms: benefitTermsSchema,
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
  reversedAmount: z.string(),
  isWhollyReversed: z.boolean(),
  /** What the till calls it; absent: not redeemed by a till, or without one. */
  reference: z.string().optional(),
});
export type SiteRedemptionAnswer = z.infer<typeof siteRedemptionAnswer>;

/** The state by which the list is filtered. */
export function redemptionState(
  redemption: Pick<SiteRedemptionAnswer, 'isWhollyReversed' | 'confirmation' | 'reversedAt'>,
): RedemptionState {
  if (redemption.isWhollyReversed) return 'reversed';
  if (redemption.confirmation !== null) return redemption.confirmation;
  return redemption.reversedAt === null ? 'redeemed' : 'partly';
}

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

const confirmedRedemptionAnswer = z.strictObject({
  redemptionId: z.uuid(),
  benefit: z.string(),
  benefitTerms: benefitTermsSchema,
  customerName: z.string(),
  siteName: z.string(),
  /** What staff entered, less what was taken back of it. */
  saleAmount: z.string(),
  currency: currencySchema,
  confirmedAt: isoTime,
  status: z.enum(['Confirmed', 'Reversed']),
  /** Until then I can undo it, or lower its sale amount; null: I cannot. */
  correctableUntil: isoTime.nullable(),
});
export type ConfirmedRedemptionAnswer = z.infer<typeof confirmedRedemptionAnswer>;

/** `validations` is the name under which clients know the list of confirmed redemptions. */
export const redemptionListCalls = {
  counter: dashboardCall('GET', '/api/staff/counter', {
    summary: 'Whether typed codes are accepted at any of the active sites where I redeem, or why not',
    access: ['site_owner', 'staff'],
    answer: z.strictObject({ codes: z.enum(['accepted', 'no_site', 'not_in_plan', 'switched_off']) }),
  }),
  validations: dashboardCall('GET', '/api/staff/validations', {
    summary: 'Newest redemptions that I, or the staff of my sites, confirmed',
    access: ['site_owner', 'staff'],
    query: listQuery(['confirmed', 'reversed'], ['newest', 'oldest']),
    answer: z.array(confirmedRedemptionAnswer),
  }),
  siteRefusals: call('GET', '/api/sites/:siteId/refusals', {
    summary: 'Refused scans, redemptions and claims of the last 30 days, newest first',
    access,
    params: siteParams,
    query: listQuery(REFUSED_COMMANDS, ['newest', 'oldest']),
    answer: z.array(refusalAnswer),
  }),
  personRefusals: call('GET', '/api/support/people/:personId/refusals', {
    summary: 'The same of one customer or distributor, on all sites that the caller may see',
    access,
    params: z.strictObject({ personId: z.uuid() }),
    query: listQuery(REFUSED_COMMANDS, ['newest', 'oldest']),
    answer: z.array(refusalAnswer),
  }),
  siteRedemptions: call('GET', '/api/sites/:siteId/redemptions', {
    summary: 'Redemptions of a site, newest first',
    access,
    params: siteParams,
    query: listQuery(REDEMPTION_STATES, ['newest', 'oldest', 'amount']),
    answer: z.array(siteRedemptionAnswer),
  }),
} as const;
