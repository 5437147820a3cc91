import { z } from 'zod';
import { AUDITED_BY, callsOf, isoTime, personAnswer, searchQuery } from '../kernel/call.ts';
import { currencySchema } from '../kernel/money.ts';
import { PAYOUT_STATUSES } from './calls.ts';
import { PAYOUT_REASONS } from './events.ts';

const call = callsOf('Payouts');
const access = ['distributor', ...AUDITED_BY] as const;
const params = z.strictObject({ payoutId: z.uuid() });

/** A payout, or a balance that was written off, as its events record it. */
export const payoutHistoryAnswer = z.strictObject({
  id: z.uuid(),
  siteId: z.uuid(),
  siteName: z.string(),
  siteTimeZone: z.string(),
  /** Null for a caller who may not see the person. */
  distributor: personAnswer.nullable(),
  currency: currencySchema,
  amount: z.string(),
  status: z.enum(PAYOUT_STATUSES),
  settlement: z.enum(['by_hand', 'provider']).nullable(),
  /** How many ledger entries are in it. */
  entries: z.int(),
  /** Of its entries; null if one of them is not in the ledger. It equals `amount`, or the audit names the difference. */
  sum: z.string().nullable(),
  /** Oldest first. */
  events: z.array(
    z.strictObject({
      type: z.string(),
      at: isoTime,
      position: z.string(),
      actor: z.strictObject({ role: z.string(), person: personAnswer.nullable() }),
      /** A reference or a reason; null without one, and for a distributor the owner's note on a write-off. */
      note: z.string().nullable(),
      /** Why it failed, was written off or corrected; null for other events. */
      reasonCode: z.enum(PAYOUT_REASONS).nullable(),
    }),
  ),
});
export type PayoutHistoryAnswer = z.infer<typeof payoutHistoryAnswer>;

const payoutEntryAnswer = z.strictObject({
  id: z.uuid(),
  redemptionId: z.uuid(),
  /** The QR whose owner earns. */
  qrId: z.uuid(),
  /** The QR that was redeemed. */
  sourceQrId: z.uuid(),
  commissionPercent: z.string(),
  /** Negative where it takes something back. */
  amount: z.string(),
  currency: currencySchema,
  createdAt: isoTime,
  maturesAt: isoTime,
  /** Null: it takes nothing back. */
  reversesEntryId: z.uuid().nullable(),
});
export type PayoutEntryAnswer = z.infer<typeof payoutEntryAnswer>;

export const payoutEntryCalls = {
  payout: call('GET', '/api/payouts/:payoutId', {
    summary: 'Get a payout, the sum of its entries, and what became of it',
    access,
    params,
    answer: payoutHistoryAnswer,
  }),
  payoutEntries: call('GET', '/api/payouts/:payoutId/entries', {
    summary: 'List the ledger entries that a payout pays, also of one that was cancelled, returned or failed',
    access,
    params,
    query: searchQuery(['newest', 'oldest']).omit({ q: true }),
    answer: z.array(payoutEntryAnswer),
  }),
} as const;
