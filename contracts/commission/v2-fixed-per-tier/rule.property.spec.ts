import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fromMinor, toMinor } from '../../kernel/money.ts';
import { fromBasisPoints } from '../../kernel/percent.ts';
import { fixedPerTier } from './rule.ts';

const amounts = fc.bigInt({ min: 0n, max: 5_000n }).map((minor) => fromMinor(minor, 'EUR'));
const sales = fc.record({
  claims: fc.array(fc.boolean(), { minLength: 1, maxLength: 33 }),
  tierAmounts: fc.array(amounts, { minLength: 1, maxLength: 33 }),
  saleMinor: fc.bigInt({ min: 0n, max: 100_000n }),
});

it('pays a share in full before any share above it gets something, and says its percent', () => {
  fc.assert(
    fc.property(sales, ({ claims, tierAmounts, saleMinor }) => {
      const path = claims.map((isClaimed, tier) => {
        return { qrId: `${tier}`, ownerId: isClaimed ? `owner ${tier}` : null, percent: '1.00' };
      });
      const { shares } = fixedPerTier.allocate(path, fromMinor(saleMinor, 'EUR'), 'EUR', { tierAmounts });
      const parts = shares.map(({ qrId, amount, percent }) => {
        // Half-up, by whole numbers.
        const basisPoints = saleMinor && (20_000n * toMinor(amount, 'EUR') + saleMinor) / (2n * saleMinor);
        expect(percent).toBe(fromBasisPoints(Number(basisPoints)));
        return { earned: toMinor(amount, 'EUR'), wanted: toMinor(tierAmounts[Number(qrId)] ?? '0', 'EUR') };
      });
      const lowestCut = parts.findLastIndex(({ earned, wanted }) => earned < wanted);
      for (const [n, { earned, wanted }] of parts.entries()) {
        expect(earned).toBeLessThanOrEqual(wanted);
        if (n < lowestCut) expect(earned).toBe(0n);
      }
    }),
    { numRuns: 500 },
  );
});
