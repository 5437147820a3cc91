import type { TreeRow } from '@perktree/contracts/qr/answers';
import { expect, it } from 'vitest';
import { withoutBelow, withToggled } from './use-qr-rows.ts';

const row = (id: string, level: number) => ({ id, level }) as TreeRow;
const page = (...items: TreeRow[]) => ({ items, nextCursor: null, total: null });

it('removes what is below a QR, on this page and the next', () => {
  const data = {
    pages: [page(row('a', 0), row('b', 1), row('c', 2)), page(row('d', 2), row('e', 1), row('f', 0))],
    pageParams: [],
  };
  expect(withoutBelow(data, row('b', 1)).pages.map(({ items }) => items.map((one) => (one as TreeRow).id))).toEqual([
    ['a', 'b'],
    ['e', 'f'],
  ]);
});

it('toggles a QR once, and forgets the first of more than a request takes', () => {
  expect(withToggled(['a', 'b'], 'a')).toEqual(['b']);
  const many = Array.from({ length: 100 }, (_, n) => String(n));
  expect(withToggled(many, 'new')).toEqual([...many.slice(1), 'new']);
});
