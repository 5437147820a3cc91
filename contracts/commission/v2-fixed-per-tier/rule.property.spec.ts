import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fromMinor, toMinor } from '../../money.ts';
import { fixedPerTier } from './rule.ts';

const amounts = fc.bigInt({ min: 0n, max: 5_000n }).map((minor) => fromMinor(minor, 'EUR'));
const sales = fc.record({
  claims: fc.array(fc.boolean(), { minLength: 1, maxLength: 33 }),
  tierAmounts: fc.array(amounts, { minLength: 1, maxLength: 33 }),
  saleMinor: fc.bigInt({ min: 0n, max: 100_000n }),
});

it('pays a share in full before any share above it gets something', () => {
  fc.assert(
    fc.property(sales, ({ claims, tierAmounts, saleMinor }) => {
      const path = claims.map((isClaimed, tier) => {
        return { qrId: `${tier}`, ownerId: isClaimed ? `owner ${tier}` : null, percent: '1.00' };
      });
      const { shares } = fixedPerTier.allocate(path, fromMinor(saleMinor, 'EUR'), 'EUR', { tierAmounts });
      const parts = shares.map(({ qrId, amount }) => {
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
