import { allocateCommission, commissionRule } from '@perktree/contracts/commission/registry';
import { takenBackInAll } from '@perktree/contracts/commission/reversal';
import { fromMinor, toMinor } from '@perktree/contracts/kernel/money';
import { fromBasisPoints } from '@perktree/contracts/kernel/percent';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calculationOf } from './calculations.ts';
import { computeTakenBack } from './reversals.ts';

const reversals = fc.record({
  sale: fc.oneof(fc.bigInt({ min: 1n, max: 999n }), fc.bigInt({ min: 1n, max: 999_999_999n })),
  percents: fc.array(fc.integer({ min: 0, max: 10_000 }), { minLength: 1, maxLength: 33 }),
  tierAmounts: fc.array(fc.bigInt({ min: 0n, max: 5_000n }), { minLength: 1, maxLength: 33 }),
  /** Thousandths of the sale. */
  part: fc.bigInt({ min: 0n, max: 1_000n }),
  /** Cents that earlier reversals took, as far as the shares have them. */
  taken: fc.array(fc.bigInt({ min: 0n, max: 2n }), { minLength: 33, maxLength: 33 }),
});

describe.each([1, 2])('what a reversal takes back of an allocation by commission rule %i', (version) => {
  it('is computed as the product decides it', () => {
    fc.assert(
      fc.property(reversals, fc.boolean(), ({ sale, percents, tierAmounts, part, taken }, isContinued) => {
        const falling = [...percents].sort((a, b) => b - a).map(fromBasisPoints);
        const path = falling.map((percent, n) => ({ qrId: `qr ${n}`, ownerId: `owner ${n}`, percent }));
        const settings = version === 1 ? {} : { tierAmounts: tierAmounts.map((minor) => fromMinor(minor, 'EUR')) };
        const { shares } = allocateCommission({ version, settings }, path, fromMinor(sale, 'EUR'), 'EUR');
        const known = shares.map(({ percent, amount }, n) => {
          const [earned, before] = [toMinor(amount, 'EUR'), taken[n] ?? 0n];
          return { percent, earned, taken: !isContinued ? 0n : before < earned ? before : earned };
        });
        const after = (sale * part) / 1_000n;
        const pool = calculationOf(version).reversedPool({ sale, shares: known }, after);
        expect(pool).toBe(commissionRule(version).reversedPool({ saleMinor: sale, shares: known }, after));
        const inAll = takenBackInAll(known, sale, { amount: after, pool });
        const computed = computeTakenBack(2, known, { sale, before: 0n, after, pool });
        expect(computed).toEqual(inAll.map((all, n) => all - (known[n]?.taken ?? 0n)));
      }),
      { numRuns: 500 },
    );
  });
});
