import { expect, it } from 'vitest';
import { ApiError } from './api-error.ts';
import { lacksRows } from './printing.ts';

const rows = (count: number) => Array.from({ length: count }, (_, n) => n);
const list = { items: rows(50), firstIndex: 0, hasMore: true, error: null };

it.each([
  ['has more', list, true],
  ['is at its end', { ...list, hasMore: false }, false],
  ['has dropped its first pages', { ...list, hasMore: false, firstIndex: 100 }, true],
  ['is nearly as long as a print can be', { ...list, items: rows(1_999) }, true],
  ['is as long as a print can be', { ...list, items: rows(2_000) }, false],
  ['could not be loaded further', { ...list, error: new ApiError(500, '', '', null) }, false],
  ['has not come', { ...list, items: undefined }, false],
] as const)('of a list that %s, a print loads more rows: %o', (_, of, expected) => {
  expect(lacksRows(of)).toBe(expected);
});
