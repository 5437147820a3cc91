import { describe, expect, it } from 'vitest';
import { changeInPercent, formatMoney, formatPercent, formatTreeFigure, shortPercent } from './format.ts';

describe('formatMoney', () => {
  it('always shows the cents, with the currency’s sign', () => {
    expect(formatMoney('1234.5', 'EUR', 'en')).toBe('€1,234.50');
    expect(formatMoney('0', 'GBP', 'en')).toBe('£0.00');
    expect(formatMoney('-3.00', 'USD', 'en')).toBe('-$3.00');
    expect(formatMoney('12345.60', 'EUR', 'es').replace(/\s/g, ' ')).toBe('12.345,60 €');
  });

  it('loses no cent of a sum that binary fractions cannot hold', () => {
    expect(formatMoney('90071992547409.93', 'EUR', 'en')).toBe('€90,071,992,547,409.93');
  });
});

it('computes the figure beside a child from its percent (specification 2.4)', () => {
  expect(formatTreeFigure('4.00', 10, 'EUR')).toBe('€40.00');
  expect(formatTreeFigure('1.00', 5, 'GBP')).toBe('£5.00');
});

it('writes percents long and short', () => {
  expect([formatPercent(4), formatPercent('2.5')]).toEqual(['4.00', '2.50']);
  expect([shortPercent('4.00'), shortPercent('2.50')]).toEqual(['4', '2.5']);
});

it('compares with the period before, where there was one', () => {
  expect(changeInPercent(120, 100)).toBe(20);
  expect(changeInPercent(0, 50)).toBe(-100);
  expect(changeInPercent(0, 0)).toBe(0);
  expect(changeInPercent(5, 0)).toBeNull();
});
