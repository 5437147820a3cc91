import { expect, it } from 'vitest';
import { changeInPercent, shortPercent } from './use-locale.ts';

it('formats percentages without trailing zeros, and compares with the previous period', () => {
  const percents = [shortPercent('4.00', 'en'), shortPercent('2.50', 'en'), shortPercent('2.50', 'es')];
  expect(percents).toEqual(['4', '2.5', '2,5']);
  expect(changeInPercent(120, 100)).toBe(20);
  expect(changeInPercent(0, 0)).toBe(0);
  expect(changeInPercent(5, 0)).toBeNull();
  expect([changeInPercent(10, -10), changeInPercent(-30, -10), changeInPercent(-10, 10)]).toEqual([200, -200, -200]);
});
