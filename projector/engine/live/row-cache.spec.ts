import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Slot } from './fold.ts';
import { RowCache } from './row-cache.ts';

const slot = (n: number): Slot => ({ row: { n }, position: BigInt(n) });
const loaded = (...numbers: readonly number[]) => new Map(numbers.map((n) => [`key ${n}`, slot(n)]));

it('has at hand what batches have read and written, until two turns have gone by without it', () => {
  const table = new RowCache(2);
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

const KEYS = ['a', 'b', 'c', 'd', 'e'];
const keyed = (key: string, position: number): Slot => ({ row: { key }, position: BigInt(position) });

it('hands over every change once, and forgets no row that the table does not have', () => {
  // Each step changes some keys; `true` writes what waits.
  const step = fc.oneof(fc.subarray(KEYS, { minLength: 1 }), fc.constant(true));
  const property = fc.property(fc.array(step, { maxLength: 40 }), fc.nat(4), (steps, max) => {
    const table = new Map<string, Slot>();
    const expected = new Map<string, Slot>();
    const atHand = new RowCache(max);
    const write = () => {
      const changed = atHand.take();
      expect(new Set(changed.map(({ row }) => row.key)).size).toBe(changed.length);
      expect(atHand.waiting).toBe(0);
      atHand.turn();
      for (const each of changed) table.set(String(each.row.key), each);
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
      for (const key of keys) {
        expect(atHand.rows.get(key)).toEqual(expected.get(key));
        atHand.rows.set(key, keyed(key, position));
        expected.set(key, keyed(key, position));
      }
      atHand.folded({ changed: new Set(keys), poison: null });
    }
    write();
    expect(table).toEqual(expected);
  });
  fc.assert(property);
});
