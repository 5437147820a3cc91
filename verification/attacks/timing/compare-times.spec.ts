import { percentile } from '@perktree/bench/report';
import { describe, expect, it } from 'vitest';
import { seeded } from '../../trust/dice.ts';
import { compareTimes, isDistinguishable } from './compare-times.ts';

const around = (milliseconds: number, seed: number) => {
  const dice = seeded(seed);
  return Array.from({ length: 60 }, () => milliseconds + 10 * dice.next());
};

describe('times of answers', () => {
  it('are indistinguishable for one distribution with a few slow outliers', () => {
    expect(isDistinguishable(compareTimes(around(50, 1), [...around(50, 2), 900, 2_000]))).toBe(false);
  });

  it('are distinguishable if one kind skips a hash', () => {
    expect(isDistinguishable(compareTimes(around(50, 1), around(5, 2)))).toBe(true);
    expect(isDistinguishable(compareTimes(around(5, 1), around(50, 2)))).toBe(true);
  });

  it('have percentiles', () => {
    const times = Array.from({ length: 100 }, (_, n) => n + 1);
    expect([percentile(times, 50), percentile(times, 99), percentile(times, 100)]).toEqual([50, 99, 100]);
  });
});
