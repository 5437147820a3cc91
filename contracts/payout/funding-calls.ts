import { z } from 'zod';
import { callsOf, isoTime } from '../kernel/call.ts';
import { currencySchema } from '../kernel/money.ts';
import { FUNDING_STATES } from './calls.ts';

const call = callsOf('Support');
const access = ['superadmin'] as const;

export const FUNDING_DECISIONS = ['approve', 'decline', 'settle'] as const;
export type FundingDecision = (typeof FUNDING_DECISIONS)[number];

const payoutFundingAnswer = z.strictObject({
  id: z.uuid(),
  tenantId: z.uuid(),
  /** The owner's business by the name of one of its sites. */
  site: z.string(),
  status: z.enum(FUNDING_STATES),
  /** The sum of its payouts, without the fee. */
  amount: z.string(),
  currency: currencySchema,
  payouts: z.int(),
  createdAt: isoTime,
});
export type PayoutFundingAnswer = z.infer<typeof payoutFundingAnswer>;

export const payoutFundingCalls = {
  payoutFundings: call('GET', '/api/support/payout-fundings', {
    summary:
      'Money for payouts that waits for the operator: for an approval, or for the end of a dispute; oldest first',
    access,
    answer: z.array(payoutFundingAnswer),
  }),
  decidePayoutFunding: call('POST', '/api/support/tenants/:tenantId/payout-fundings/:fundingId', {
    summary:
      'Approve or decline the collection of money for payouts, or say that its dispute is settled with the owner',
    access,
    params: z.strictObject({ tenantId: z.uuid(), fundingId: z.uuid() }),
    body: z.strictObject({ decision: z.enum(FUNDING_DECISIONS) }),
    answer: z.strictObject({ id: z.uuid(), tenantId: z.uuid(), status: z.enum(FUNDING_STATES) }),
    // It charges an owner, and pays distributors.
    sensitive: { proof: 'session', needsVerifiedAddress: false, notice: null },
  }),
} as const;
