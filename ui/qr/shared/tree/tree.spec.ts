import type { TreeRow } from '@perktree/contracts/qr/answers';
import { expect, it } from 'vitest';
import { splitOf } from './tree-branch.tsx';
import { Places, withoutBelow, withToggled } from './use-qr-rows.ts';

const row = (id: string, parentQrId: string | null, level: number, childCount = 0) =>
  ({ id, parentQrId, level, childCount }) as TreeRow;

it('counts rows among those with the same parent, also when siblings above are no longer loaded; a claimed child is a top', () => {
  const rows = [row('a', null, 0, 2), row('b', 'a', 1), row('c', 'a', 1, 1), row('d', 'c', 2), row('e', 'x', 0)];
  const places = new Places();
  const shown = (from: number) => rows.slice(from).map((one) => Object.values(places.of(one, 2)).join(' of '));
  places.take(rows, true);
  expect(shown(0)).toEqual(['1 of 2', '1 of 2', '2 of 2', '1 of 1', '2 of 2']);
  places.take(rows.slice(2), false);
  expect(shown(2)).toEqual(['2 of 2', '1 of 1', '2 of 2']);
});

it('removes what is below a QR, on this page and the next', () => {
  const page = (...items: TreeRow[]) => ({ items, nextCursor: null, total: null });
  const b = row('b', 'a', 1);
  const first = page(row('a', null, 0), b, row('c', 'b', 2));
  const data = { pages: [first, page(row('d', 'b', 2), row('e', 'a', 1), row('f', null, 0))], pageParams: [] };
  const left = withoutBelow(data, b).pages.map(({ items }) => items.map((one) => (one as TreeRow).id).join(''));
  expect(left).toEqual(['ab', 'ef']);
});

it('toggles a QR once, and forgets the first of more than a request takes', () => {
  expect(withToggled(['a', 'b'], 'a')).toEqual(['b']);
  const many = Array.from({ length: 100 }, (_, n) => String(n));
  expect(withToggled(many, 'new')).toEqual([...many.slice(1), 'new']);
});

it('shares 100 along a path by the rule of the site: percent differences of claimed QRs, or tiers from the root', () => {
  const qr = (id: string, depth: number, commissionPercent: string, isClaimed = true) =>
    ({ id, depth, commissionPercent, isClaimed, currency: 'EUR' }) as TreeRow;
  const path = [qr('a', 0, '10.00'), qr('b', 1, '6.00', false), qr('c', 2, '2.50')];
  const differences = { version: 1, settings: {} };
  expect(splitOf(path, differences)).toEqual({
    shares: new Map([
      ['a', '7.50'],
      ['c', '2.50'],
    ]),
    pool: '10.00',
  });
  const tiers = { version: 2, settings: { tierAmounts: ['5.00', '3.00', '1.00'] } };
  // The topmost QR of a distributor.
  expect(splitOf(path.slice(2), tiers)).toEqual({ shares: new Map([['c', '1.00']]), pool: null });
  expect(splitOf([], tiers).shares.size).toBe(0);
});
