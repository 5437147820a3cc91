import { expect, it } from 'vitest';
import { readNumber, showNumber, writeNumber } from './typed-number.ts';

it.each([
  ['en', '1000', '1000'],
  ['en', '1,000', '1000'],
  ['en', '1,000.50', '1000.50'],
  ['en', '1,234,567', '1234567'],
  ['en', ' 5 ', '5'],
  ['en', '.5', '0.5'],
  ['en', '007', '7'],
  ['en', '-5', '-5'],
  ['en', '\u22125', '-5'],
  ['es', '1.000', '1000'],
  ['es', '1.000,50', '1000.50'],
  ['es', '1000,5', '1000.5'],
  ['es', '0,10', '0.10'],
])('parses in %s %j as %s', (language, typed, number) => {
  expect(readNumber(typed, language)).toBe(number);
});

it.each([
  ['en', ''],
  ['en', '5o'],
  ['en', '2,5'],
  ['en', '1,0000'],
  ['en', '10,00'],
  ['en', '1000,000'],
  ['en', '0,500'],
  ['en', '1.000,50'],
  ['en', '1.2.3'],
  ['en', '5.'],
  ['en', '.'],
  ['en', '1e3'],
  ['en', '0x10'],
  ['en', '1 000'],
  ['en', '--5'],
  ['en', 'Infinity'],
  ['es', '2.5'],
  ['es', '10.00'],
  ['es', '1,000.50'],
  ['es', '1.0000'],
  ['es', '1,2,3'],
])('rejects in %s %j', (language, typed) => {
  expect(readNumber(typed, language)).toBeNull();
});

it('parses what it formats', () => {
  for (const language of ['en', 'es']) {
    for (const number of ['0', '10.00', '1440', '9999999.99']) {
      expect(readNumber(writeNumber(number, language), language)).toBe(number);
      expect(readNumber(showNumber(number, language), language)).toBe(number);
    }
  }
  expect([writeNumber('10.00', 'en'), writeNumber('10.00', 'es')]).toEqual(['10.00', '10,00']);
  expect([showNumber('12345.50', 'es'), showNumber(1000, 'en')]).toEqual(['12.345,50', '1,000']);
});
