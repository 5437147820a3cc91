import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VersionedMap } from './versioned-map.ts';

const keys = fc.constantFrom('a', 'b', '', '1 c', '2 c', '__proto__');

describe('a map of which each version stays as it is', () => {
  it('holds in each version what a copied Map holds, in whatever order versions are changed and read', () => {
    const writes = fc.array(fc.tuple(fc.nat(), keys, fc.integer()), { maxLength: 40 });
    fc.assert(
      fc.property(writes, fc.array(fc.nat(), { maxLength: 20 }), (changes, order) => {
        const versions = [{ map: VersionedMap.empty<number>(), expected: new Map<string, number>() }];
        const at = (n: number) => versions[n % versions.length] as (typeof versions)[number];
        for (const [from, key, value] of changes) {
          const { map, expected } = at(from);
          versions.push({ map: map.with(key, value), expected: new Map(expected).set(key, value) });
        }
        for (const { map, expected } of [...order.map(at), ...versions]) {
          for (const key of ['a', 'b', '', '1 c', '2 c', '__proto__', 'other']) {
            expect(map.get(key)).toBe(expected.get(key));
          }
        }
        for (const { map, expected } of order.map(at)) expect(new Map(map.entries())).toEqual(expected);
      }),
    );
  });

  it('shares nothing with another history that begins with the same empty map', () => {
    const empty = VersionedMap.empty<number>();
    const [one, other] = [empty.with('a', 1), empty.with('b', 2)];
    const held = one.entries();
    expect([...other.with('c', 3).entries()]).toEqual([
      ['b', 2],
      ['c', 3],
    ]);
    // A Map that both use would be taken apart and built again whenever they take turns.
    expect(one.entries()).toBe(held);
    expect(other.entries()).not.toBe(held);
    expect([[...held], [...empty.entries()]]).toEqual([[['a', 1]], []]);
  });

  it('takes a hundred thousand entries in far less than a copy each would', () => {
    // A copy for each entry would run into the test's time limit.
    let map = VersionedMap.empty<number>();
    for (let i = 0; i < 100_000; i += 1) map = map.with(`customer ${i}`, i);
    expect(map.get('customer 99999')).toBe(99_999);
  });
});
