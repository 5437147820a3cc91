import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountSchema, fromMinor, ledgerAmountSchema, sumAmounts, toMinor } from './money.ts';

describe('amounts', () => {
  it.each(['0', '0.5', '0.00', '1', '100.00', '9999999.99'])('takes %s', (amount) => {
    expect(amountSchema.safeParse(amount).success).toBe(true);
  });

  it.each(['', '-5', '+5', '1e3', 'NaN', 'Infinity', '01', '.5', '5.', '1.234', '1,00', ' 1', '1 ', '10000000', '٣'])(
    'refuses %j',
    (amount) => {
      expect(amountSchema.safeParse(amount).success).toBe(false);
    },
  );

  it('carries exactly two decimals, with a sign where it takes back, in ledgers', () => {
    expect(ledgerAmountSchema.safeParse('-3.33').success).toBe(true);
    expect(ledgerAmountSchema.safeParse('3.3').success).toBe(false);
  });

  it('converts to cents and back without loss', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -99_999_999_999n, max: 99_999_999_999n }), (minor) => {
        expect(toMinor(fromMinor(minor, 'EUR'), 'EUR')).toBe(minor);
      }),
    );
    expect(toMinor('0.5', 'GBP')).toBe(50n);
    expect(fromMinor(-5n, 'USD')).toBe('-0.05');
  });

  it('adds exactly where binary floats do not', () => {
    expect(sumAmounts(['0.10', '0.20'], 'EUR')).toBe('0.30');
    expect(sumAmounts(['1.00', '-1.00'], 'EUR')).toBe('0.00');
    expect(sumAmounts([], 'EUR')).toBe('0.00');
  });
});

it('counts minor units as decimal arithmetic does', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.integer({ min: 0, max: 6 }), (digits, scale) => {
      const exact = Decimal.clone({ precision: 60 });
      const amount = new exact(digits.toString()).div(new exact(10).pow(scale)).toFixed();
      expect(toMinor(amount, 'EUR')).toBe(BigInt(new exact(amount).times(100).toFixed(0)));
      expect(fromMinor(digits, 'EUR')).toBe(new exact(digits.toString()).div(100).toFixed(2));
    }),
  );
});

it.each(['', '1e3', 'NaN', '+1', '.5', '1.', ' 1'])('refuses %j as an amount', (text) => {
  expect(() => toMinor(text, 'EUR')).toThrow(RangeError);
});
