import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Slot } from './fold.ts';
import { SlotsInMemory } from './slots-in-memory.ts';

const KEYS = ['a', 'b', 'c', 'd', 'e'];
const slot = (key: string, position: number): Slot => ({ row: { key }, position: BigInt(position) });

it('writes every change once, new rows as new ones, and forgets nothing that is not in the table', () => {
  // Each step changes some keys; `true` writes what waits.
  const step = fc.oneof(fc.subarray(KEYS, { minLength: 1 }), fc.constant(true));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const table = new Map<string, Slot>();
      const expected = new Map<string, Slot>();
      const slots = new SlotsInMemory();
      const write = () => {
        const { fresh, changed } = slots.turn();
        for (const each of fresh) expect(table.has(String(each.row.key))).toBe(false);
        for (const each of changed) expect(table.has(String(each.row.key))).toBe(true);
        for (const each of [...fresh, ...changed]) table.set(String(each.row.key), each);
      };
      for (const [position, keys] of steps.entries()) {
        if (keys === true) {
          write();
          continue;
        }
        for (const key of slots.missing(keys)) {
          const found = table.get(key);
          if (found) slots.loaded(key, found);
        }
        for (const key of keys) {
          expect(slots.current.get(key)).toEqual(expected.get(key));
          const next = slot(key, position);
          slots.current.set(key, next);
          expected.set(key, next);
        }
        slots.changed(keys);
      }
      write();
      expect(table).toEqual(expected);
    }),
  );
});

it('counts what waits, new rows and others apart', () => {
  const slots = new SlotsInMemory();
  slots.loaded('a', slot('a', 1));
  slots.current.set('b', slot('b', 2));
  slots.changed(['a', 'b']);
  slots.changed(['b']);
  expect(slots.waiting).toEqual({ fresh: 1, changed: 1 });
  slots.turn();
  expect(slots.waiting).toEqual({ fresh: 0, changed: 0 });
  slots.forget();
  expect(slots.missing(['a', 'b'])).toEqual(['a', 'b']);
});
