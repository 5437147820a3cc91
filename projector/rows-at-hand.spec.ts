import { expect, it } from 'vitest';
import type { Slot } from './fold.ts';
import { RowsAtHand, Tables } from './rows-at-hand.ts';

const slot = (n: number): Slot => ({ row: { n }, position: BigInt(n) });
const loaded = (...numbers: readonly number[]) => new Map(numbers.map((n) => [`key ${n}`, slot(n)]));

it('has at hand what batches have read and written, until two turns have gone by without it', () => {
  const table = new RowsAtHand(2);
  expect(table.missing(['key 1', 'key 2'])).toEqual(['key 1', 'key 2']);
  table.loaded(loaded(1, 2));
  table.rows.set('key 1', slot(10));
  table.turn();
  // The batch that changed it may still be on its way: it is at hand as it was left.
  expect(table.missing(['key 1', 'key 3'])).toEqual(['key 3']);
  expect(table.rows.get('key 1')).toEqual(slot(10));
  table.loaded(loaded(3));
  table.turn();
  expect(table.missing(['key 1', 'key 2', 'key 3'])).toEqual(['key 2']);
});

it('does not turn before there are as many as may be', () => {
  const table = new RowsAtHand(3);
  table.loaded(loaded(1, 2));
  for (let turn = 0; turn < 5; turn += 1) table.turn();
  expect(table.missing(['key 1', 'key 2'])).toEqual([]);
});

it('keeps tables apart, and forgets all of them at once', () => {
  const tables = new Tables();
  tables.of('a').loaded(loaded(1));
  expect(tables.of('b').missing(['key 1'])).toEqual(['key 1']);
  expect(tables.of('a').missing(['key 1'])).toEqual([]);
  tables.forget();
  expect(tables.of('a').missing(['key 1'])).toEqual(['key 1']);
});
