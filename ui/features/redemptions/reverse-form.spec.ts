import { calls } from '@perktree/contracts/http/calls';
import type { SiteRedemptionAnswer } from '@perktree/contracts/http/site-reports';
import { describe, expect, it } from 'vitest';
import { EMPTY_FORM, leftToReverse, reverseBody, reverseErrors, reversesAll } from './reverse-form.ts';

const redemption: SiteRedemptionAnswer = {
  id: '00000000-0000-4000-8000-000000000001',
  qrId: '00000000-0000-4000-8000-000000000002',
  qrName: 'Window',
  customerName: 'Deleted user',
  benefit: '20% Discount',
  saleAmount: '100.00',
  currency: 'EUR',
  confirmedBy: 'Deleted user',
  confirmedVia: 'self',
  redeemedAt: '2026-06-05T12:00:00.000Z',
  confirmation: null,
  reversedAt: '2026-06-06T12:00:00.000Z',
  reversedAmount: '39.99',
  isWhollyReversed: false,
};
const returned = { ...EMPTY_FORM, reason: ' Goods returned ' };
const part = (amount: string) => ({ ...returned, part: 'part', amount }) as const;

it('can reverse what was not reversed before, to the cent', () => {
  expect(leftToReverse(redemption)).toBe('60.01');
});

describe('the form', () => {
  it('asks for a reason', () => {
    expect(reverseErrors({ ...returned, reason: '  ' }, redemption)).toEqual({ reason: 'missing' });
    expect(reverseErrors(returned, redemption)).toEqual({});
  });

  it.each([
    ['', 'invalid'],
    ['-1', 'invalid'],
    ['1.234', 'invalid'],
    ['1e3', 'invalid'],
    ['0', 'zero'],
    ['0.00', 'zero'],
    ['60.02', 'tooHigh'],
    ['60.01', undefined],
    ['12,50', undefined],
  ] as const)('says of the part %j: %s', (amount, error) => {
    expect(reverseErrors(part(amount), redemption).amount).toBe(error);
  });

  it('does not look at an amount that does not count', () => {
    expect(reverseErrors({ ...returned, amount: 'x' }, redemption)).toEqual({});
  });
});

describe('what is sent', () => {
  it('is no amount for all that is left, and whether the slot is free again', () => {
    expect(reverseBody({ ...returned, amount: '5' }, redemption)).toEqual({
      reason: 'Goods returned',
      freeSlot: true,
    });
  });

  it('is the amount of a part, which frees a slot only where nothing is left', () => {
    expect(reverseBody(part('12,5'), redemption)).toEqual({ reason: 'Goods returned', amount: '12.5' });
    expect(reverseBody({ ...part('60.01'), freeSlot: false }, redemption)).toMatchObject({ freeSlot: false });
    expect([part('60.01'), part('60'), part('x'), returned].map((f) => reversesAll(f, redemption))).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });

  it.each([returned, part('12,50')])('is what the call takes', (form) => {
    expect(calls.reverseRedemption.body.safeParse(reverseBody(form, redemption)).success).toBe(true);
  });
});
