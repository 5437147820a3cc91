import { expect, it } from 'vitest';
import { scanResultOf } from './result-card.tsx';

it('accepts only a successful answer with all fields that the card shows', () => {
  const qr = {
    name: 'Summer',
    siteName: 'Shop',
    currency: 'EUR',
    type: null,
    discountPercent: null,
    discountFixedAmount: null,
    textReward: null,
    commissionPercent: null,
    expiresAtUtc: null,
  } as const;
  const answer = { success: true, message: '', intent: 'customer', token: 't', qr } as const;
  expect(scanResultOf(answer)).toEqual(answer);
  expect(scanResultOf({ ...answer, success: false })).toBeNull();
  expect(scanResultOf({ success: true, message: '', intent: 'customer', token: 't' })).toBeNull();
});
