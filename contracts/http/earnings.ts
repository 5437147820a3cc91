import { z } from 'zod';
import { currencySchema } from '../money.ts';
import { call } from './call.ts';
import { isoTime, pageQuery } from './common.ts';

const tag = 'Earnings';

export const LEDGER_STATES = ['pending', 'payable', 'in_payout', 'paid', 'reversed'] as const;

export const ledgerEntryAnswer = z.strictObject({
  id: z.uuid(),
  /** The QR whose owner earns. */
  qrId: z.uuid(),
  /** The QR that was redeemed. */
  sourceQrId: z.uuid(),
  redemptionId: z.uuid(),
  commissionPercent: z.string(),
  commissionAmount: z.string(),
  currency: currencySchema,
  state: z.enum(LEDGER_STATES),
  maturesAt: isoTime,
  createdAt: isoTime,
});
export type LedgerEntryAnswer = z.infer<typeof ledgerEntryAnswer>;

const stats = { totalPaid: z.string(), pending: z.string(), thisMonth: z.string() };
export const payoutStatsAnswer = z.strictObject({
  ...stats,
  currency: currencySchema,
  byCurrency: z.array(z.strictObject({ ...stats, currency: currencySchema })),
});
export type PayoutStatsAnswer = z.infer<typeof payoutStatsAnswer>;

export const earningsCalls = {
  ledger: call({
    method: 'GET',
    path: '/api/distributors/me/ledger',
    summary: 'Ledger entries: what I earn as a distributor, or what my sites owe as a site owner; newest first',
    tag,
    access: ['distributor', 'site_owner', 'superadmin'],
    query: pageQuery,
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
} as const;
