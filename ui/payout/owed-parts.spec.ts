import { describe, expect, it } from 'vitest';
import { missingToMinimum, owedParts } from './owed-parts.tsx';

const balance = { currency: 'EUR', owed: '40.00', payable: '15.33', inPayout: '10.00' } as const;

describe('owedParts', () => {
  it('splits a debt into payouts, what is payable and what is on hold', () => {
    expect(owedParts(balance)).toEqual({ inPayout: '10.00', payable: '15.33', onHold: '14.67' });
  });

  it('keeps a payable balance that is negative, as after a reversal', () => {
    const { payable, onHold } = owedParts({ ...balance, owed: '-3.00', payable: '-5.00', inPayout: '0.00' });
    expect({ payable, onHold }).toEqual({ payable: '-5.00', onHold: '2.00' });
  });
});

describe('missingToMinimum', () => {
  it.each([
    ['15.33', '20.00', '4.67'],
    ['20.00', '20.00', null],
    ['0.00', '20.00', null],
    ['-5.00', '20.00', null],
  ])('of %s and a minimum of %s is %s', (payable, minimum, missing) => {
    expect(missingToMinimum({ currency: 'EUR', payable }, minimum)).toBe(missing);
  });
});
