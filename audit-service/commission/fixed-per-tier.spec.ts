import { fixedPerTier as rule } from '@perktree/contracts/commission/v2-fixed-per-tier/rule';
import { fromMinor } from '@perktree/contracts/kernel/money';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { auditedFixedPerTier } from './fixed-per-tier.ts';

const qr = (qrId: string, ownerId: string | null) => ({ qrId, ownerId, percent: '10.00' });

it('shows the amount of each tier, and what the sale amount left of it', () => {
  const path = [qr('root', 'ana'), qr('child', null), qr('grandchild', 'cem')];
  expect(auditedFixedPerTier.compute(path, '4.00', 'EUR', { tierAmounts: ['5.00', '2.00', '1.50'] })).toEqual({
    pool: { percent: '100.00', exact: '6.50', amount: '4.00' },
    shares: [
      {
        ...{ qrId: 'root', ownerId: 'ana', percent: '62.50', exact: '5.00', floor: '2.50', remainder: '2.50' },
        ...{ gotExtra: false, amount: '2.50' },
      },
      {
        ...{ qrId: 'grandchild', ownerId: 'cem', percent: '37.50', exact: '1.50', floor: '1.50', remainder: '0.00' },
        ...{ gotExtra: false, amount: '1.50' },
      },
    ],
  });
});

it('gives what the rule gives, on all paths, sales and amounts', () => {
  const amounts = fc.bigInt({ min: 0n, max: 5_000n }).map((minor) => fromMinor(minor, 'EUR'));
  const paths = fc.array(fc.option(fc.constantFrom('ana', 'ben')), { minLength: 1, maxLength: 33 });
  const lists = fc.array(amounts, { minLength: 1, maxLength: 33 });
  fc.assert(
    fc.property(paths, fc.bigInt({ min: 0n, max: 99_999n }), lists, (owners, minor, tierAmounts) => {
      const path = owners.map((ownerId, tier) => qr(`${tier}`, ownerId));
      const sale = fromMinor(minor, 'EUR');
      const { pool, shares } = auditedFixedPerTier.compute(path, sale, 'EUR', { tierAmounts });
      expect({
        pool: pool.amount,
        shares: shares.map(({ qrId, ownerId, percent, amount }) => ({ qrId, ownerId, percent, amount })),
      }).toEqual(rule.allocate(path, sale, 'EUR', { tierAmounts }));
    }),
    { numRuns: 500 },
  );
});
