import { expect, it } from 'vitest';
import { scanResultOf, scanStatus } from './scan-state.ts';

const NOW = Date.parse('2026-03-01T12:00:00.000Z');
const before = '2026-03-01T11:59:59.000Z';
const after = '2026-03-01T12:00:01.000Z';

it.each([
  [{ isRedeemed: true, expiresAtUtc: before }, 'redeemed'],
  [{ isRedeemed: false, expiresAtUtc: before }, 'expired'],
  [{ isRedeemed: false, expiresAtUtc: after }, 'available'],
  [{ isRedeemed: false, expiresAtUtc: null }, 'available'],
] as const)('%o is %s', (scan, status) => {
  expect(scanStatus(scan, NOW)).toBe(status);
});

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
