import { describe, expect, it } from 'vitest';
import { formatMoney, formatNumber, formatPercent, formatPercentage } from './format.ts';

const spaced = (text: string) => text.replace(/\s/g, ' ');

describe('formatMoney', () => {
  it('shows all decimals and the currency’s sign in the order of the language', () => {
    expect(formatMoney('1234.5', 'EUR', 'en')).toBe('€1,234.50');
    expect(formatMoney('0', 'GBP', 'en')).toBe('£0.00');
    expect(formatMoney('-3.00', 'USD', 'en')).toBe('-$3.00');
    expect(spaced(formatMoney('2.55', 'EUR', 'es'))).toBe('2,55 €');
    expect(spaced(formatMoney('12345.60', 'EUR', 'es'))).toBe('12.345,60 €');
  });

  it('uses the site’s own sign in every language', () => {
    expect(formatMoney('5.50', 'USD', 'en')).toBe('$5.50');
    expect(spaced(formatMoney('5.00', 'USD', 'es'))).toBe('5,00 $');
    expect(spaced(formatMoney('5.00', 'GBP', 'es'))).toBe('5,00 £');
  });

  it('loses no cent of a sum that binary fractions cannot hold', () => {
    expect(formatMoney('90071992547409.93', 'EUR', 'en')).toBe('€90,071,992,547,409.93');
  });
});

it('writes numbers and percents in the language', () => {
  expect([formatNumber(12345, 'en'), formatNumber(12345, 'es')]).toEqual(['12,345', '12.345']);
  expect([formatPercent(4, 'en'), formatPercent('2.5', 'es')]).toEqual(['4.00', '2,50']);
  expect([formatPercentage(4, 'en'), formatPercentage('1234.5', 'en', 0)]).toEqual(['4.00%', '1,234.5%']);
  expect([formatPercentage('2.5', 'es'), formatPercentage(20, 'es', 0, 0)].map(spaced)).toEqual(['2,50 %', '20 %']);
});
