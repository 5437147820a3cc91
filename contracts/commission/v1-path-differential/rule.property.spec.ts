import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromMinor, toMinor } from '../../kernel/money.ts';
import { fromBasisPoints, toBasisPoints } from '../../kernel/percent.ts';
import { paths } from '../testing/paths.ts';
import { pathDifferential } from './rule.ts';

const sales = fc.bigInt({ min: 0n, max: 999_999_999n }).map((minor) => fromMinor(minor, 'EUR'));

describe('commission rule, version 1, over all paths and sales', () => {
  it('shares as whole numbers do: the pool is rounded half-up, and missing cents go by the largest remainder', () => {
    fc.assert(
      fc.property(paths, sales, (path, sale) => {
        const { pool, shares } = pathDifferential.allocate(path, sale, 'EUR', {});
        const claimed = path.filter((node) => node.ownerId !== null).map(({ percent }) => toBasisPoints(percent));
        const partsOf = (basisPoints: number) => toMinor(sale, 'EUR') * BigInt(basisPoints);
        const poolMinor = (partsOf(claimed[0] ?? 0) + 5_000n) / 10_000n;
        const exact = claimed.map((basisPoints, n) => partsOf(basisPoints - (claimed[n + 1] ?? 0)));
        const down = exact.map((parts) => parts / 10_000n);
        const missing = poolMinor - down.reduce((sum, minor) => sum + minor, 0n);
        const byRemainder = exact.map((parts, n) => [parts % 10_000n, n] as const);
        byRemainder.sort(([a, n], [b, m]) => Number(b - a) || m - n);
        for (const [, n] of byRemainder.slice(0, Number(missing))) down[n] = (down[n] ?? 0n) + 1n;
        expect(pool).toBe(fromMinor(poolMinor, 'EUR'));
        expect(shares.map(({ amount }) => amount)).toEqual(down.map((minor) => fromMinor(minor, 'EUR')));
      }),
      { numRuns: 1_000 },
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
        const total = shares.reduce((sum, share) => sum + toBasisPoints(share.percent), 0);
        expect(fromBasisPoints(total)).toBe(claimed[0]?.percent ?? '0.00');
      }),
    );
  });
});
