import * as fc from 'fast-check';
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

it('evicts rows only above its limit', () => {
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

const KEYS = ['a', 'b', 'c', 'd', 'e'];
const keyed = (key: string, position: number): Slot => ({ row: { key }, position: BigInt(position) });

it('hands over every change once, new rows as new ones, and forgets no row that the table does not have', () => {
  // Each step changes some keys; `true` writes what waits.
  const step = fc.oneof(fc.subarray(KEYS, { minLength: 1 }), fc.constant(true));
  const property = fc.property(fc.array(step, { maxLength: 40 }), fc.nat(4), (steps, most) => {
    const table = new Map<string, Slot>();
    const expected = new Map<string, Slot>();
    const atHand = new RowsAtHand(most);
    const write = () => {
      const { fresh, changed } = atHand.take();
      atHand.turn();
      for (const each of fresh) expect(table.has(String(each.row.key))).toBe(false);
      for (const each of changed) expect(table.has(String(each.row.key))).toBe(true);
      for (const each of [...fresh, ...changed]) table.set(String(each.row.key), each);
    };
    for (const [position, keys] of steps.entries()) {
      if (keys === true) {
        write();
        continue;
      }
      const found = atHand.missing(keys).flatMap((key) => {
        const slot = table.get(key);
        return slot ? [[key, slot] as const] : [];
      });
      atHand.loaded(new Map(found));
      const fresh = new Set(keys.filter((key) => !atHand.rows.has(key)));
      for (const key of keys) {
        expect(atHand.rows.get(key)).toEqual(expected.get(key));
        atHand.rows.set(key, keyed(key, position));
        expected.set(key, keyed(key, position));
      }
      atHand.folded({ changed: new Set(keys), fresh, poison: null });
    }
    write();
    expect(table).toEqual(expected);
  });
  fc.assert(property);
});

it('counts what waits, new rows and others apart', () => {
  const atHand = new RowsAtHand();
  atHand.loaded(new Map([['a', keyed('a', 1)]]));
  atHand.rows.set('b', keyed('b', 2));
  atHand.folded({ changed: new Set(['a', 'b']), fresh: new Set(['b']), poison: null });
  atHand.folded({ changed: new Set(['b']), fresh: new Set(), poison: null });
  expect(atHand.waiting).toEqual({ fresh: 1, changed: 1 });
  expect(atHand.take()).toEqual({ fresh: [keyed('b', 2)], changed: [keyed('a', 1)] });
  expect(atHand.waiting).toEqual({ fresh: 0, changed: 0 });
});
