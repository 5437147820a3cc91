import { calls } from '@perktree/contracts/catalogue/calls';
import { expect, it } from 'vitest';
import { readFields } from '../lib/forms/fields.ts';
import { issuesOfBody } from '../lib/forms/rules.ts';
import { filledRow } from '../testing/sample.ts';
import {
  canReverseInPart,
  checkPart,
  EMPTY_FORM,
  REVERSE_FIELDS,
  reverseBody,
  reversesAll,
} from './reverse-dialog.tsx';

/** 60.01 are left. */
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

it.each([
  ['', 'REQUIRED'],
  ['-1', 'TOO_SMALL'],
  ['1.2345', 'TOO_MANY_DECIMALS'],
  ['0.00', 'NOT_ABOVE'],
  ['60.02', 'TOO_BIG'],
  ['60.01', undefined],
] as const)('reports of the part %j, of which 60.01 are left: %s', (amount, code) => {
  expect(wrong(part(amount)).amount).toBe(code);
});

it('requires a reason; ignores the amount when the whole sale is reversed; offers a part of what is confirmed alone', () => {
  expect(wrong(values({ reason: '  ' }))).toEqual({ reason: 'REQUIRED' });
  expect(wrong(values({ amount: '-5' }))).toEqual({});
  const offered = ([null, 'awaiting', 'lapsed'] as const).map((confirmation) =>
    canReverseInPart({ ...redemption, confirmation }),
  );
  expect(offered).toEqual([true, false, false]);
});

it('sends no amount for the whole sale, and frees limits only when nothing is left', () => {
  expect(reverseBody(values({ amount: '5' }), redemption)).toEqual({ reason: 'Goods returned', freeSlot: true });
  expect(reverseBody(part('12.5'), redemption)).toEqual({ reason: 'Goods returned', amount: '12.5' });
  expect(reverseBody({ ...part('60.01'), freeSlot: false }, redemption)).toMatchObject({ freeSlot: false });
  const all = [part('60.01'), part('60'), part('x'), values({})].map((form) => reversesAll(form, redemption));
  expect(all).toEqual([true, false, false, true]);
});
