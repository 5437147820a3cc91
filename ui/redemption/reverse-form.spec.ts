import { calls } from '@perktree/contracts/catalogue/calls';
import { describe, expect, it } from 'vitest';
import { readFields } from '../lib/forms/fields.ts';
import { issuesOfBody } from '../lib/forms/rules.ts';
import { filledRow } from '../testing/sample.ts';
import {
  canReverseInPart,
  checkPart,
  EMPTY_FORM,
  leftToReverse,
  REVERSE_FIELDS,
  reverseBody,
  reversesAll,
} from './reverse-dialog.tsx';

const redemption = filledRow(calls.siteRedemptions, {
  ...{ saleAmount: '100.00', currency: 'EUR', confirmation: null, reversedAmount: '39.99', isWhollyReversed: false },
});
const values = (typed: Partial<typeof EMPTY_FORM>) =>
  readFields(REVERSE_FIELDS, { ...EMPTY_FORM, reason: ' Goods returned ', ...typed }, 'en').values;
const part = (amount: string) => values({ part: 'part', amount });
const wrong = (form: ReturnType<typeof values>) => ({
  ...Object.fromEntries(
    issuesOfBody(calls.reverseRedemption, reverseBody(form, redemption)).map(({ path, code }) => [path, code]),
  ),
  ...Object.fromEntries(Object.entries(checkPart(form, redemption)).map(([path, issue]) => [path, issue?.code])),
});

it('can reverse what is left, to the cent', () => {
  expect(leftToReverse(redemption)).toBe('60.01');
});

it.each([
  [null, true],
  ['awaiting', false],
  ['lapsed', false],
] as const)('offers a part with the confirmation %s: %s', (confirmation, offered) => {
  expect(canReverseInPart({ ...redemption, confirmation })).toBe(offered);
});

describe('the form', () => {
  it('requires a reason', () => {
    expect(wrong(values({ reason: '  ' }))).toEqual({ reason: 'REQUIRED' });
    expect(wrong(values({}))).toEqual({});
  });

  it.each([
    ['', 'REQUIRED'],
    ['-1', 'TOO_SMALL'],
    ['1.2345', 'TOO_MANY_DECIMALS'],
    ['0', 'NOT_ABOVE'],
    ['0.00', 'NOT_ABOVE'],
    ['60.02', 'TOO_BIG'],
    ['60.01', undefined],
    ['12.50', undefined],
  ] as const)('reports of the part %j: %s', (amount, code) => {
    expect(wrong(part(amount)).amount).toBe(code);
  });

  it('ignores the amount when the whole sale is reversed', () => {
    expect(wrong(values({ amount: '-5' }))).toEqual({});
  });
});

describe('the body', () => {
  it('has no amount for a full reversal, and says whether it counts towards limits', () => {
    expect(reverseBody(values({ amount: '5' }), redemption)).toEqual({ reason: 'Goods returned', freeSlot: true });
  });

  it('has the amount of a partial reversal, which frees limits only when nothing is left', () => {
    expect(reverseBody(part('12.5'), redemption)).toEqual({ reason: 'Goods returned', amount: '12.5' });
    expect(reverseBody({ ...part('60.01'), freeSlot: false }, redemption)).toMatchObject({ freeSlot: false });
    expect([part('60.01'), part('60'), part('x'), values({})].map((form) => reversesAll(form, redemption))).toEqual([
      ...[true, false, false, true],
    ]);
  });
});
