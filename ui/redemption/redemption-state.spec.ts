import { calls } from '@perktree/contracts/catalogue/calls';
import { expect, it } from 'vitest';
import { filledRow } from '../testing/sample.ts';
import { stateOf } from './redemptions-page.tsx';

const redeemed = filledRow(calls.siteRedemptions, {
  ...{ confirmation: null, reversedAt: null, reversedAmount: '0.00', isWhollyReversed: false },
});
const partly = { ...redeemed, reversedAt: '2026-06-06T12:00:00.000Z', reversedAmount: '40.00' };
const reversed = { ...partly, reversedAmount: '100.00', isWhollyReversed: true };

it('tells redeemed, partly reversed and reversed redemptions apart', () => {
  expect([redeemed, partly, reversed].map(stateOf)).toEqual(['redeemed', 'partly', 'reversed']);
});

it('keeps redemptions apart that await confirmation or were never confirmed', () => {
  const waiting = (['awaiting', 'lapsed'] as const).map((confirmation) => ({ ...redeemed, confirmation }));
  expect(waiting.map(stateOf)).toEqual(['awaiting', 'lapsed']);
});
