import fc from 'fast-check';
import { expect, it } from 'vitest';
import { axisTicks } from './axis-ticks.ts';

it.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [7, [0, 2, 4, 6, 8]],
  [90, [0, 50, 100]],
  [1234, [0, 500, 1000, 1500]],
])('of at most %d: %j', (most, ticks) => {
  expect(axisTicks(most)).toEqual(ticks);
});

it('is few whole numbers that reach every figure', () => {
  fc.assert(
    fc.property(fc.nat(10_000_000), (most) => {
      const ticks = axisTicks(most);
      expect(ticks.length).toBeLessThanOrEqual(5);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(most);
      expect(ticks.every(Number.isInteger)).toBe(true);
    }),
  );
});
