import { expect, it } from 'vitest';
import { textTable } from './text-table.ts';

it('aligns columns to their widest cell', () => {
  const rows = [
    ['site', 'earned'],
    ['harbour', '5.00'],
    ['a', '1200.00'],
  ];
  expect(textTable(rows, [1])).toBe('site      earned\nharbour     5.00\na        1200.00');
});

it('takes more rows than a call takes arguments', () => {
  const rows = Array.from({ length: 200_000 }, (_, n) => [`${n}`, 'x']);
  expect(
    textTable([['number', 'what'], ...rows])
      .split('\n')
      .at(-1),
  ).toBe('199999  x');
});
