import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromMinor, sumAmounts, toMinor } from '../../money.ts';
import { fromBasisPoints } from '../../percent.ts';
import type { PathNode } from '../rule.ts';
import { pathDifferential } from './rule.ts';

/** A path as a tree can hold it: percents never rise on the way down; any of its QRs may be unclaimed. */
const paths: fc.Arbitrary<PathNode[]> = fc
  .array(
    fc.record({ basisPoints: fc.integer({ min: 0, max: 10_000 }), owner: fc.option(fc.integer({ max: 5, min: 0 })) }),
    {
      minLength: 1,
      maxLength: 33,
    },
  )
  .map((nodes) => {
    const falling = nodes.map((node) => node.basisPoints).sort((a, b) => b - a);
    return nodes.map(({ owner }, depth) => ({
      qrId: `qr-${depth}`,
      ownerId: owner === null ? null : `owner-${owner}`,
      percent: fromBasisPoints(falling[depth] ?? 0),
    }));
  });
const sales = fc.bigInt({ min: 0n, max: 999_999_999n }).map((minor) => fromMinor(minor, 'EUR'));

describe('commission rule, version 1, over all paths and sales', () => {
  it('conserves the total: the entries sum to the pool, to the cent', () => {
    fc.assert(
      fc.property(paths, sales, (path, sale) => {
        const { pool, shares } = pathDifferential.allocate(path, sale, 'EUR', {});
        expect(
          sumAmounts(
            shares.map((share) => share.amount),
            'EUR',
          ),
        ).toBe(pool);
      }),
      { numRuns: 500 },
    );
  });

  it('has a pool within half a cent of the topmost claimed percent of the sale', () => {
    fc.assert(
      fc.property(paths, sales, (path, sale) => {
        const top = path.find((node) => node.ownerId !== null);
        const exact = new Decimal(sale).times(top?.percent ?? 0).div(100);
        const { pool } = pathDifferential.allocate(path, sale, 'EUR', {});
        expect(new Decimal(pool).minus(exact).abs().lte('0.005')).toBe(true);
      }),
    );
  });

  it('gives no negative amount, and none a cent or more off the exact share', () => {
    fc.assert(
      fc.property(paths, sales, (path, sale) => {
        for (const share of pathDifferential.allocate(path, sale, 'EUR', {}).shares) {
          const exact = new Decimal(sale).times(share.percent).div(100);
          expect(toMinor(share.amount, 'EUR')).toBeGreaterThanOrEqual(0n);
          expect(new Decimal(share.amount).minus(exact).abs().lt('0.01')).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('has one share for each claimed QR, in the order of the path, whose percents sum to the topmost', () => {
    fc.assert(
      fc.property(paths, sales, (path, sale) => {
        const claimed = path.filter((node) => node.ownerId !== null);
        const { shares } = pathDifferential.allocate(path, sale, 'EUR', {});
        expect(shares.map((share) => [share.qrId, share.ownerId])).toEqual(
          claimed.map((node) => [node.qrId, node.ownerId]),
        );
        const total = shares.reduce((sum, share) => sum.plus(share.percent), new Decimal(0));
        expect(total.toFixed(2)).toBe(claimed[0]?.percent ?? '0.00');
      }),
    );
  });
});
