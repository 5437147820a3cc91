import type { EventOf, RedemptionEvent } from '@perktree/contracts/catalogue/events';
import { sumAmounts } from '@perktree/contracts/kernel/money';
import { Refused } from '@perktree/contracts/kernel/refusals';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exampleRedemption, foldRedemptions, uuid } from '../testing/example-redemption.ts';
import { type RedeemBenefit, redeemBenefit } from './redeem.ts';
import { redemptionsInPeriod } from './state.ts';

const CUSTOMERS = 4;
const attempts = fc.array(
  fc.record({
    customer: fc.integer({ min: 0, max: CUSTOMERS - 1 }),
    scan: fc.integer({ min: 0, max: 3 }),
    period: fc.integer({ min: 1, max: 2 }),
    maxRedemptions: fc.option(fc.integer({ min: 1, max: 4 })),
    perCustomer: fc.option(fc.integer({ min: 1, max: 3 })),
    sale: fc.integer({ min: 0, max: 100_000 }).map((cents) => (cents / 100).toFixed(2)),
  }),
  { maxLength: 40 },
);

function commandOf(attempt: typeof attempts extends fc.Arbitrary<(infer A)[]> ? A : never, n: number): RedeemBenefit {
  const base = exampleRedemption();
  const customerId = `customer-${attempt.customer}`;
  return {
    ...base,
    redemptionId: uuid(1_000 + n),
    confirmedBy: 'staff',
    confirmedVia: 'code',
    saleAmount: attempt.sale,
    scan: {
      ...base.scan,
      customerId,
      period: attempt.period,
      scanId: uuid(attempt.period * 100 + attempt.customer * 10 + attempt.scan),
    },
    qr: { ...base.qr, period: attempt.period, maxRedemptions: attempt.maxRedemptions },
    site: {
      ...base.site,
      configuration: { ...base.site.configuration, maxRedemptionsPerCustomer: attempt.perCustomer },
    },
  };
}

describe('any order of redemption attempts', () => {
  it('holds one redemption per scan, both limits as they are at each attempt, and entries that sum to the pool', () => {
    fc.assert(
      fc.property(attempts, (all) => {
        const events: EventOf<'BenefitRedeemed'>[] = [];
        const count = (by: (event: EventOf<'BenefitRedeemed'>) => boolean) => events.filter(by).length;
        for (const [n, attempt] of all.entries()) {
          const command = commandOf(attempt, n);
          const { scanId, period, customerId } = command.scan;
          const inPeriod = count(({ data }) => data.period === period);
          const ofCustomer = count(({ data }) => data.period === period && data.customerId === customerId);
          const allowed =
            count(({ data }) => data.scanId === scanId) === 0 &&
            inPeriod < (attempt.maxRedemptions ?? Number.POSITIVE_INFINITY) &&
            ofCustomer < (attempt.perCustomer ?? Number.POSITIVE_INFINITY);
          const decided = attemptOn(events, command);
          expect(decided !== null).toBe(allowed);
          events.push(...(decided ?? []));
        }
        for (const { data } of events) {
          expect(
            sumAmounts(
              data.shares.map(({ amount }) => amount),
              data.currency,
            ),
          ).toBe(data.pool);
        }
        expect(redemptionsInPeriod(foldRedemptions(events), 1)).toBe(count(({ data }) => data.period === 1));
      }),
      { numRuns: 300 },
    );
  });
});

function attemptOn(events: readonly RedemptionEvent[], command: RedeemBenefit) {
  try {
    return redeemBenefit(foldRedemptions(events), command);
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
}
