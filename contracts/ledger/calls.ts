import { z } from 'zod';
import { AUDITED_BY, callsOf, isoTime, listQuery, siteParams } from '../kernel/call.ts';
import { currencySchema } from '../kernel/money.ts';

const call = callsOf('Earnings');

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
  /** While awaiting confirmation or lapsed: the amount for the site's default sale amount. */
  commissionAmount: z.string(),
  /** What counts in sums: 0 while nothing is earned, as of a share that was reversed while it awaited confirmation. */
  earnedAmount: z.string(),
  siteId: z.uuid(),
  siteName: z.string(),
  /** Of the days on which the site’s entries are. */
  siteTimeZone: z.string(),
  /** Who earns. */
  distributorId: z.string(),
  distributorName: z.string(),
  currency: currencySchema,
  state: z.enum(LEDGER_STATES),
  maturesAt: isoTime,
  createdAt: isoTime,
  /** Until then staff can confirm it; null: it is earned. */
  awaitingUntil: isoTime.nullable(),
  /** The entry that it reverses; null: it takes nothing back. */
  reversesEntryId: z.uuid().nullable(),
  /** The payout, or the write-off, that it is in. */
  payoutId: z.uuid().nullable(),
  paidAt: isoTime.nullable(),
});
export type LedgerEntryAnswer = z.infer<typeof ledgerEntryAnswer>;

const stats = {
  /** Earned less reversed: `totalPaid`, `pending` and `writtenOff` sum to it. */
  totalEarned: z.string(),
  totalPaid: z.string(),
  pending: z.string(),
  /** Balances that were written off: negative where the distributor owed them. */
  writtenOff: z.string(),
  thisMonth: z.string(),
};
export const payoutStatsAnswer = z.strictObject({
  ...stats,
  currency: currencySchema,
  /** Of the month: of all sites in the ledger. `UTC` where they have different ones. */
  timeZone: z.string(),
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
  /** The debt: earned minus reversed, paid out and written off. */
  owed: z.string(),
  /** The part of it past its hold, and not in a running payout. */
  payable: z.string(),
  /** In payouts that were under way. */
  inPayout: z.string(),
};
const pastBalancesAnswer = z.strictObject({
  /** The requested moment, or now if it is in the future. */
  asOf: isoTime,
  totals: z.array(z.strictObject(balance)),
});
export type PastBalancesAnswer = z.infer<typeof pastBalancesAnswer>;
export const siteBalancesAnswer = z.strictObject({
  ...pastBalancesAnswer.shape,
  /** A distributor whose payable balance is below it has no payout yet, in the site's currency. */
  minimumPayout: z.string(),
  currency: currencySchema,
  /** A page of them, those who were owed most first. */
  distributors: z.array(
    z.strictObject({ distributorId: z.string(), name: z.string(), isErased: z.boolean(), ...balance }),
  ),
});
export type SiteBalancesAnswer = z.infer<typeof siteBalancesAnswer>;
export type DistributorBalanceAnswer = SiteBalancesAnswer['distributors'][number];
const openBalanceAnswer = z.strictObject({
  /** Currencies in which anything is owed; negative: I owe it. */
  totals: z.array(z.strictObject({ currency: currencySchema, owed: z.string() })),
  /** Until when references of payments to me, and my name as their payee, are kept if I delete my account; null: none is. */
  keptUntil: isoTime.nullable(),
});
export const asOfQuery = z.strictObject({
  /** Left out: now. */
  asOf: isoTime.optional(),
});

export const earningsCalls = {
  ledger: call('GET', '/api/distributors/me/ledger', {
    summary: 'Ledger entries: what I earn as a distributor, or what my sites owe as a site owner; newest first',
    access: ['distributor', ...AUDITED_BY],
    query: listQuery(LEDGER_STATES, ['newest', 'oldest', 'amount']),
    answer: z.array(ledgerEntryAnswer),
  }),
  payoutStats: call('GET', '/api/distributors/me/payout-stats', {
    summary: 'Get totals of the ledger, in its main currency and by currency',
    access: ['distributor', ...AUDITED_BY],
    answer: payoutStatsAnswer,
  }),
  pastBalances: call('GET', '/api/distributors/me/balances', {
    summary: 'Get balances of the ledger at a moment by currency: earned, reversed, paid out, owed',
    access: ['distributor', ...AUDITED_BY],
    query: asOfQuery,
    answer: pastBalancesAnswer,
  }),
  openBalance: call('GET', '/api/me/open-balance', {
    summary: 'What sites owe me as a distributor now, for each currency; what I see before I delete my account',
    access: 'signed_in',
    answer: openBalanceAnswer,
  }),
  siteBalances: call('GET', '/api/sites/:siteId/balances', {
    summary: "Get a site's debts by distributor at a moment; as CSV the distributors alone",
    access: AUDITED_BY,
    params: siteParams,
    /** `unpayable`: no payout settles it, as it is negative or owed to a deleted account. */
    query: listQuery(['unpayable'], ['amount']).omit({ ids: true }).extend(asOfQuery.shape),
    answer: siteBalancesAnswer,
  }),
} as const;
