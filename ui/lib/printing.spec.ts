import { expect, it } from 'vitest';
import { ApiError } from './api-error.ts';
import { lacksRows } from './printing.ts';

const rows = (count: number) => Array.from({ length: count }, (_, n) => n);
const list = { items: rows(1_999), firstIndex: 0, hasMore: true, error: null };

it('a print loads more rows of a list until its end or the most that a print has, and those that were dropped', () => {
  expect([list, { ...list, hasMore: false, firstIndex: 100 }].map(lacksRows)).toEqual([true, true]);
  const whole = [
    { ...list, hasMore: false },
    { ...list, items: rows(2_000) },
    { ...list, error: new ApiError(500, '', '', null) },
    { ...list, items: undefined },
  ];
  expect(whole.map(lacksRows)).toEqual([false, false, false, false]);
});
