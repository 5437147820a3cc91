import { z } from 'zod';
import { currencySchema } from '../money.ts';
import { call } from './call.ts';
import { isoTime, listQuery, siteParams } from './common.ts';

const tag = 'Earnings';

/**
 * `awaiting_confirmation`: the customer redeemed by themselves, and staff have not confirmed it. `lapsed`: nor did they before
 * the issue period ended. Neither is earned, so neither counts in any total.
 */
export const LEDGER_STATES = [
  ...(['pending', 'payable', 'in_payout', 'paid', 'reversed', 'written_off'] as const),
  ...(['awaiting_confirmation', 'lapsed'] as const),
] as const;

export const ledgerEntryAnswer = z.strictObject({
  id: z.uuid(),
  /** The QR whose owner earns. */
  qrId: z.uuid(),
  /** The QR that was redeemed. */
  sourceQrId: z.uuid(),
  redemptionId: z.uuid(),
  commissionPercent: z.string(),
  /** While it awaits confirmation, and when it has lapsed: what it would be of the site's default sale amount. */
  commissionAmount: z.string(),
  currency: currencySchema,
  state: z.enum(LEDGER_STATES),
  maturesAt: isoTime,
  createdAt: isoTime,
  /** Until then staff can confirm it; null: it is earned. */
  awaitingUntil: isoTime.nullable(),
});
export type LedgerEntryAnswer = z.infer<typeof ledgerEntryAnswer>;

const stats = { totalPaid: z.string(), pending: z.string(), thisMonth: z.string() };
export const payoutStatsAnswer = z.strictObject({
  ...stats,
  currency: currencySchema,
  byCurrency: z.array(z.strictObject({ ...stats, currency: currencySchema })),
});
export type PayoutStatsAnswer = z.infer<typeof payoutStatsAnswer>;

const balance = {
  currency: currencySchema,
  earned: z.string(),
  /** Not positive. */
  takenBack: z.string(),
  paidOut: z.string(),
  /** Balances that were written off: negative where the distributor owed them. */
  writtenOff: z.string(),
  /** What was owed: earned less what was taken back, paid out and written off. */
  owed: z.string(),
  /** Of it, what was past its hold by then, and in no payout that was under way. */
  payable: z.string(),
  /** In payouts that were under way. */
  inPayout: z.string(),
};
export const pastBalancesAnswer = z.strictObject({
  /** The moment asked for, or now where that is still to come. */
  asOf: isoTime,
  totals: z.array(z.strictObject(balance)),
});
export type PastBalancesAnswer = z.infer<typeof pastBalancesAnswer>;
export const siteBalancesAnswer = z.strictObject({
  ...pastBalancesAnswer.shape,
  /** A distributor whose payable balance is below it has no payout yet, in the site's currency. */
  minimumPayout: z.string(),
  currency: currencySchema,
  /** Those who were owed most first; a thousand at most. */
  distributors: z.array(
    z.strictObject({ distributorId: z.string(), name: z.string(), isErased: z.boolean(), ...balance }),
  ),
});
export type SiteBalancesAnswer = z.infer<typeof siteBalancesAnswer>;
export const openBalanceAnswer = z.strictObject({
  /** Currencies in which anything is owed; negative: I owe it. */
  totals: z.array(z.strictObject({ currency: currencySchema, owed: z.string() })),
});
const asOf = z.strictObject({
  /** Left out: now. */
  asOf: isoTime.optional(),
});

export const earningsCalls = {
  ledger: call({
    method: 'GET',
    path: '/api/distributors/me/ledger',
    summary: 'Ledger entries: what I earn as a distributor, or what my sites owe as a site owner; newest first',
    tag,
    access: ['distributor', 'site_owner', 'superadmin'],
    query: listQuery(LEDGER_STATES, ['newest', 'oldest', 'amount']),
    answer: z.array(ledgerEntryAnswer),
  }),
  payoutStats: call({
    method: 'GET',
    path: '/api/distributors/me/payout-stats',
    summary: 'Totals of that ledger, in the currency most of it is in and for each currency',
    tag,
    access: ['distributor', 'site_owner', 'superadmin'],
    answer: payoutStatsAnswer,
  }),
  pastBalances: call({
    method: 'GET',
    path: '/api/distributors/me/balances',
    summary: 'What that ledger came to at a moment: earned, taken back, paid out, owed, for each currency',
    tag,
    access: ['distributor', 'site_owner', 'superadmin'],
    query: asOf,
    answer: pastBalancesAnswer,
  }),
  openBalance: call({
    method: 'GET',
    path: '/api/me/open-balance',
    summary: 'What sites owe me as a distributor now, for each currency; what I see before I delete my account',
    tag,
    access: 'signed_in',
    answer: openBalanceAnswer,
  }),
  siteBalances: call({
    method: 'GET',
    path: '/api/sites/:siteId/balances',
    summary: 'What a site owed to whom at a moment',
    tag,
    access: ['site_owner', 'superadmin'],
    params: siteParams,
    query: asOf,
    answer: siteBalancesAnswer,
  }),
} as const;
