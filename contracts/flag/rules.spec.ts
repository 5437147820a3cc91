import { describe, expect, it } from 'vitest';
import { usualSale } from './rules.ts';

describe('the usual sale', () => {
  it.each([
    ['of ten sales the mean of the two in the middle', ['1', '2', '3', '4', '5', '8', '9', '9', '9', '9'], '6.50'],
    ['half-up to the minor unit', ['1', '1', '1', '1', '1.00', '1.01', '2', '2', '2', '2'], '1.01'],
    ['of eleven sales the one in the middle', ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11'], '6.00'],
    ['unknown for nine', ['1', '2', '3', '4', '5', '6', '7', '8', '9'], null],
  ])('is %s', (_, amounts, expected) => {
    expect(usualSale(amounts.toReversed(), 'EUR')).toBe(expected);
  });
});
