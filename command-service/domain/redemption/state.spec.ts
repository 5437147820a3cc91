import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PersistentMap } from './state.ts';

describe('a map that is never changed', () => {
  it('holds what a Map holds, after any writes', () => {
    const keys = fc.oneof(fc.constantFrom('a', 'b', '', '1 c', '2 c'), fc.string(), fc.uuid());
    fc.assert(
      fc.property(fc.array(fc.tuple(keys, fc.integer())), fc.array(fc.string()), (writes, strangers) => {
        const expected = new Map(writes);
        const map = writes.reduce((m, [key, value]) => m.with(key, value), PersistentMap.empty<number>());
        for (const [key, value] of expected) expect(map.get(key)).toBe(value);
        for (const key of strangers) expect(map.get(key)).toBe(expected.get(key));
      }),
    );
  });

  it('leaves the old map as it was', () => {
    const old = PersistentMap.empty<number>().with('a', 1);
    const changed = old.with('a', 2).with('b', 3);
    expect([old.get('a'), old.get('b')]).toEqual([1, undefined]);
    expect([changed.get('a'), changed.get('b')]).toEqual([2, 3]);
  });

  it('keeps keys apart whose hashes are the same', () => {
    // Both have the 32-bit FNV-1a hash 0x5e4daa9d.
    const map = PersistentMap.empty<string>().with('costarring', 'one').with('liquid', 'other');
    expect([map.get('costarring'), map.get('liquid')]).toEqual(['one', 'other']);
    expect(map.with('liquid', 'changed').get('costarring')).toBe('one');
  });

  it('takes a hundred thousand entries in far less than a copy each would', () => {
    // A copy for each entry would run into the test's time limit.
    let map = PersistentMap.empty<number>();
    for (let i = 0; i < 100_000; i += 1) map = map.with(`customer ${i}`, i);
    expect(map.get('customer 99999')).toBe(99_999);
  });
});
