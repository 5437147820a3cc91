import { pathDifferential as rule } from '@perktree/contracts/commission/v1-path-differential/rule';
import { fromMinor, sumAmounts } from '@perktree/contracts/kernel/money';
import { fromBasisPoints } from '@perktree/contracts/kernel/percent';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PathQr } from './calculation.ts';
import { auditedPathDifferential } from './path-differential.ts';

const computeCommission = (path: readonly PathQr[], sale: string) =>
  auditedPathDifferential.compute(path, sale, 'EUR', {});
const qr = (qrId: string, percent: string, ownerId: string | null): PathQr => ({ qrId, percent, ownerId });
const paths: fc.Arbitrary<PathQr[]> = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 10_000 }), fc.option(fc.constantFrom('ana', 'ben', 'cem'))), {
    minLength: 1,
    maxLength: 33,
  })
  .map((qrs) => {
    const falling = qrs.map(([points]) => points).sort((a, b) => b - a);
    return qrs.map(([, ownerId], depth) => qr(`qr-${depth}`, fromBasisPoints(falling[depth] ?? 0), ownerId));
  });
const sales = fc.bigInt({ min: 0n, max: 999_999_999n }).map((minor) => fromMinor(minor, 'EUR'));

describe('a commission computed again', () => {
  it('shows each step of the rounding', () => {
    const path = [qr('root', '10.00', 'ana'), qr('child', '4.00', 'ben'), qr('grandchild', '1.00', 'cem')];
    expect(computeCommission(path, '33.33')).toEqual({
      pool: { percent: '10.00', exact: '3.333', amount: '3.33' },
      shares: [
        {
          ...{ qrId: 'root', ownerId: 'ana', percent: '6.00', exact: '1.9998', floor: '1.99', remainder: '0.0098' },
          ...{ gotExtra: true, amount: '2.00' },
        },
        {
          ...{ qrId: 'child', ownerId: 'ben', percent: '3.00', exact: '0.9999', floor: '0.99', remainder: '0.0099' },
          ...{ gotExtra: true, amount: '1.00' },
        },
        {
          ...{
            qrId: 'grandchild',
            ownerId: 'cem',
            percent: '1.00',
            exact: '0.3333',
            floor: '0.33',
            remainder: '0.0033',
          },
          ...{ gotExtra: false, amount: '0.33' },
        },
      ],
    });
  });

  it('gives what the rule gives, on all paths and sales, and sums to the pool', () => {
    fc.assert(
      fc.property(paths, sales, (path, sale) => {
        const computed = computeCommission(path, sale);
        const shares = computed.shares.map(({ qrId, ownerId, percent, amount }) => ({
          qrId,
          ownerId,
          percent,
          amount,
        }));
        expect({ pool: computed.pool.amount, shares }).toEqual(rule.allocate(path, sale, 'EUR', {}));
        expect(
          sumAmounts(
            shares.map(({ amount }) => amount),
            'EUR',
          ),
        ).toBe(computed.pool.amount);
      }),
      { numRuns: 500 },
    );
  });
});
