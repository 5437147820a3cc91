import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDecimals } from './fill-sentence.ts';
import { parseNumber, readNumber, writeNumber } from './typed-number.ts';

describe('in every language', () => {
  it.each([
    ['1000', '1000'],
    [' 5 ', '5'],
    ['007', '7'],
    ['-5', '-5'],
    ['\u22125', '-5'],
    ['12,5', '12.5'],
    ['12.50', '12.50'],
    [',5', '0.5'],
    ['1.234,56', '1234.56'],
    ['1,234.56', '1234.56'],
    ['1 234,56', '1234.56'],
    ['1\u202f234,56', '1234.56'],
    ['1’234.50', '1234.50'],
    ['1 234', '1234'],
    ['1.234.567', '1234567'],
    ['1.234.567,8', '1234567.8'],
    ['\u200b12.50', '12.50'],
    ['１２，５', '12.5'],
  ])('%j is %s', (typed, number) => {
    for (const language of ['en', 'es', null]) expect(readNumber(typed, language)).toBe(number);
  });

  it.each([
    ...['', '5o', '5.', '.', '1e3', '0x10', '--5', 'Infinity', '1.2.3', '1,2,3', '1,0000', '10,0000.5', '1000,000'],
    ...['0,500', '1.234.56', '12 34', '1 234 56', '1,234.567.8', '12,34.56', '1 234.567,8', "1'234,567"],
  ])('%j is no number', (typed) => {
    for (const language of ['en', null]) expect(parseNumber(typed, language)).toEqual({ issue: 'BAD_DECIMAL' });
  });
});

it.each([
  ['en', '1,000', '1000'],
  ['es', '1.000', '1000'],
  ['es', '0,500', '0.500'],
  ['en', '12.5000', '12.5000'],
])('in %s %j is %s', (language, typed, number) => expect(readNumber(typed, language)).toBe(number));

it.each([
  ['en', '1.234', '1234', '1.23'],
  ['es', '1,234', '1234', '1.23'],
  ['es', '-12,500', '-12500', '-12.50'],
  [null, '1.000', '1000', '1.00'],
])('in %s %j is ambiguous', (language, typed, thousands, decimals) =>
  expect(parseNumber(typed, language)).toEqual({ issue: 'AMBIGUOUS_NUMBER', thousands, decimals }),
);

it('parses what it formats', () => {
  const amount = fc.bigInt({ min: 0n, max: 999_999_999n }).map((minor) => (Number(minor) / 100).toFixed(2));
  fc.assert(
    fc.property(fc.constantFrom('en', 'es', 'de', 'fr', 'pt'), amount, (language, number) => {
      expect(readNumber(writeNumber(number, language), language)).toBe(number);
      expect(readNumber(formatDecimals(number, language), language)).toBe(number);
    }),
  );
  expect([writeNumber('10.00', 'en'), writeNumber('10.00', 'es')]).toEqual(['10.00', '10,00']);
});
