/** A deterministic random number generator. */
export interface Dice {
  /** In [0, 1). */
  next(): number;
  /** An integer in [0, n). */
  int(n: number): number;
  /** @throws RangeError for an empty list */
  pick<T>(list: readonly T[]): T;
}

/** @param seed an integer, of which the lowest 32 bits count */
export function seeded(seed: number): Dice {
  let state = seed >>> 0;
  // mulberry32
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (n: number) => Math.floor(next() * n);
  return {
    next,
    int,
    pick(list) {
      if (list.length === 0) throw new RangeError('nothing to pick from');
      return list[int(list.length)] as (typeof list)[number];
    },
  };
}
