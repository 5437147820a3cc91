import type { TreeRow } from '@perktree/contracts/qr/answers';
import { expect, it } from 'vitest';
import { splitOf } from './tree-branch.tsx';

const qr = (id: string, depth: number, commissionPercent: string, isClaimed = true) =>
  ({ id, depth, commissionPercent, isClaimed, currency: 'EUR' }) as TreeRow;
const PATH = [qr('a', 0, '10.00'), qr('b', 1, '6.00', false), qr('c', 2, '2.50')];

it('shares 100 along a path by the percent difference of claimed QRs', () => {
  const { shares, pool } = splitOf(PATH, { version: 1, settings: {} });
  expect([...shares]).toEqual([
    ['a', '7.50'],
    ['c', '2.50'],
  ]);
  expect(pool).toBe('10.00');
});

it('counts the tier of a distributor’s topmost QR from the root', () => {
  const rule = { version: 2, settings: { tierAmounts: ['5.00', '3.00', '1.00'] } };
  const { shares, pool } = splitOf(PATH.slice(2), rule);
  expect([...shares]).toEqual([['c', '1.00']]);
  expect(pool).toBeNull();
  expect(splitOf([], rule).shares.size).toBe(0);
});
