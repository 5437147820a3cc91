import { expect, it } from 'vitest';
import { changeInPercent, formatTreeFigure, shortPercent } from './format.ts';

it('computes the figure beside a child from its percentage', () => {
  expect(formatTreeFigure('4.00', 10, 'EUR', 'en')).toBe('€40.00');
  expect(formatTreeFigure('1.00', 5, 'GBP', 'en')).toBe('£5.00');
});

it('formats percentages without trailing zeros', () => {
  expect([shortPercent('4.00', 'en'), shortPercent('2.50', 'en'), shortPercent('2.50', 'es')]).toEqual([
    '4',
    '2.5',
    '2,5',
  ]);
});

it('compares with the previous period', () => {
  expect(changeInPercent(120, 100)).toBe(20);
  expect(changeInPercent(0, 50)).toBe(-100);
  expect(changeInPercent(0, 0)).toBe(0);
  expect(changeInPercent(5, 0)).toBeNull();
  expect([changeInPercent(10, -10), changeInPercent(-30, -10), changeInPercent(-10, 10)]).toEqual([200, -200, -200]);
});
