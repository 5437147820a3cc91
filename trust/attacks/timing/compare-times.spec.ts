import { describe, expect, it } from 'vitest';
import { seeded } from '../../dice.ts';
import { canBeTold, compareTimes, percentile } from './compare-times.ts';

const around = (milliseconds: number, seed: number) => {
  const dice = seeded(seed);
  return Array.from({ length: 60 }, () => milliseconds + 10 * dice.next());
};

describe('times of answers', () => {
  it('cannot be told apart where they are of one kind, a few slow ones among them', () => {
    expect(canBeTold(compareTimes(around(50, 1), [...around(50, 2), 900, 2_000]))).toBe(false);
  });

  it('can where one kind leaves out a hash', () => {
    expect(canBeTold(compareTimes(around(50, 1), around(5, 2)))).toBe(true);
    expect(canBeTold(compareTimes(around(5, 1), around(50, 2)))).toBe(true);
  });

  it('have percentiles', () => {
    const times = Array.from({ length: 100 }, (_, n) => n + 1);
    expect([percentile(times, 50), percentile(times, 99), percentile(times, 100)]).toEqual([50, 99, 100]);
  });
});
