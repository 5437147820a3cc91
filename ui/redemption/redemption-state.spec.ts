import type { SiteRedemptionAnswer } from '@perktree/contracts/redemption/list-calls';
import { expect, it } from 'vitest';
import { stateOf } from './redemptions-page.tsx';

const redeemed: SiteRedemptionAnswer = {
  id: '00000000-0000-4000-8000-000000000001',
  qrId: '00000000-0000-4000-8000-000000000002',
  qrName: 'Café window',
  customerName: 'Deleted user',
  benefit: '20% Discount',
  benefitTerms: {
    ...{ type: 'DISCOUNT_PERCENT', discountPercent: 20, discountFixedAmount: null, textReward: null },
    currency: 'EUR',
  },
  saleAmount: '100.00',
  currency: 'EUR',
  confirmedBy: 'Counter 1',
  confirmedVia: 'code',
  redeemedAt: '2026-06-05T12:00:00.000Z',
  confirmation: null,
  reversedAt: null,
  reversedAmount: '0.00',
  isWhollyReversed: false,
};
const partly = { ...redeemed, reversedAt: '2026-06-06T12:00:00.000Z', reversedAmount: '40.00' };
const reversed = { ...partly, reversedAmount: '100.00', isWhollyReversed: true };

it('tells redeemed, partly reversed and reversed redemptions apart', () => {
  expect([redeemed, partly, reversed].map(stateOf)).toEqual(['redeemed', 'partly', 'reversed']);
});

it('keeps redemptions apart that await confirmation or were never confirmed', () => {
  const waiting = (['awaiting', 'lapsed'] as const).map((confirmation) => ({ ...redeemed, confirmation }));
  expect(waiting.map(stateOf)).toEqual(['awaiting', 'lapsed']);
});
