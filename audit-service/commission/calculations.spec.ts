import { allocateCommission, commissionRule } from '@perktree/contracts/commission/registry';
import { takenBackInAll } from '@perktree/contracts/commission/reversal';
import { fromMinor, toMinor } from '@perktree/contracts/kernel/money';
import { fromBasisPoints } from '@perktree/contracts/kernel/percent';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { auditedFixedPerTier, auditedPathDifferential, calculationOf } from './calculations.ts';
import { computeTakenBack } from './reversals.ts';

const qr = (qrId: string, ownerId: string | null, percent = '10.00') => ({ qrId, ownerId, percent });
const share = (of: ReturnType<typeof qr>, exact: string, floor: string, remainder: string, amount: string) => ({
  ...{ ...of, exact, floor, remainder, gotExtra: amount !== floor, amount },
});

it('shows each step of the rounding', () => {
  const path = [qr('root', 'ana', '10.00'), qr('child', 'ben', '4.00'), qr('grandchild', 'cem', '1.00')];
  expect(auditedPathDifferential.compute(path, '33.33', 'EUR', {})).toEqual({
    pool: { percent: '10.00', exact: '3.333', amount: '3.33' },
    shares: [
      share(qr('root', 'ana', '6.00'), '1.9998', '1.99', '0.0098', '2.00'),
      share(qr('child', 'ben', '3.00'), '0.9999', '0.99', '0.0099', '1.00'),
      share(qr('grandchild', 'cem', '1.00'), '0.3333', '0.33', '0.0033', '0.33'),
    ],
  });
});

it('shows the amount of each tier, and what the sale amount left of it', () => {
  const path = [qr('root', 'ana'), qr('child', null), qr('grandchild', 'cem')];
  expect(auditedFixedPerTier.compute(path, '4.00', 'EUR', { tierAmounts: ['5.00', '2.00', '1.50'] })).toEqual({
    pool: { percent: '100.00', exact: '6.50', amount: '4.00' },
    shares: [
      share(qr('root', 'ana', '62.50'), '5.00', '2.50', '2.50', '2.50'),
      share(qr('grandchild', 'cem', '37.50'), '1.50', '1.50', '0.00', '1.50'),
    ],
  });
});

const sales = fc.record({
  sale: fc.oneof(fc.bigInt({ min: 0n, max: 999n }), fc.bigInt({ min: 0n, max: 999_999_999n })),
  qrs: fc.array(fc.tuple(fc.integer({ min: 0, max: 10_000 }), fc.option(fc.constantFrom('ana', 'ben', 'cem'))), {
    ...{ minLength: 1, maxLength: 33 },
  }),
  tierAmounts: fc.array(fc.bigInt({ min: 0n, max: 5_000n }), { minLength: 1, maxLength: 33 }),
  /** Thousandths of the sale. */
  part: fc.bigInt({ min: 0n, max: 1_000n }),
  /** Cents that earlier reversals took, as far as the shares have them. */
  taken: fc.array(fc.bigInt({ min: 0n, max: 2n }), { minLength: 33, maxLength: 33 }),
});

describe.each([1, 2])('by commission rule %i, on all paths and sales', (version) => {
  const calculation = calculationOf(version);

  it('pool, shares and what a reversal takes back are those of the product', () => {
    fc.assert(
      fc.property(sales, fc.boolean(), ({ sale, qrs, tierAmounts, part, taken }, isContinued) => {
        const falling = qrs.map(([points]) => points).sort((a, b) => b - a);
        const path = qrs.map(([, owner], n) => qr(`qr ${n}`, owner, fromBasisPoints(falling[n] ?? 0)));
        const settings = version === 1 ? {} : { tierAmounts: tierAmounts.map((minor) => fromMinor(minor, 'EUR')) };
        const allocated = allocateCommission({ version, settings }, path, fromMinor(sale, 'EUR'), 'EUR');
        const computed = calculation.compute(path, fromMinor(sale, 'EUR'), 'EUR', settings);
        expect({
          pool: computed.pool.amount,
          shares: computed.shares.map(({ qrId, ownerId, percent, amount }) => ({ qrId, ownerId, percent, amount })),
        }).toEqual(allocated);
        if (sale === 0n) return;
        const known = allocated.shares.map(({ percent, amount }, n) => {
          const [earned, before] = [toMinor(amount, 'EUR'), taken[n] ?? 0n];
          return { percent, earned, taken: !isContinued ? 0n : before < earned ? before : earned };
        });
        const after = (sale * part) / 1_000n;
        const pool = calculation.reversedPool({ sale, shares: known }, after);
        expect(pool).toBe(commissionRule(version).reversedPool({ saleMinor: sale, shares: known }, after));
        const inAll = takenBackInAll(known, sale, { amount: after, pool });
        expect(computeTakenBack(2, known, { sale, before: 0n, after, pool })).toEqual(
          inAll.map((all, n) => all - (known[n]?.taken ?? 0n)),
        );
      }),
      { numRuns: 500 },
    );
  });
});
