import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  hasPending,
  savePendingClaim,
  savePendingRedemption,
  takePendingClaim,
  takePendingRedemption,
} from './pending.ts';

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  vi.stubGlobal('window', {
    sessionStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    },
  });
});
// Others in the same process have no window.
afterEach(() => void vi.unstubAllGlobals());

it('returns the pending value once', () => {
  const result = {
    success: true,
    message: 'ok',
    token: 'abc',
    qr: {
      name: 'Summer',
      siteName: 'Shop',
      currency: 'EUR' as const,
      type: null,
      discountPercent: null,
      discountFixedAmount: null,
      textReward: null,
      commissionPercent: null,
      expiresAtUtc: null,
    },
  };
  savePendingRedemption(result);
  savePendingClaim('xyz');
  expect([...kept.keys()].sort()).toEqual(['pendingClaim', 'pendingRedemption']);
  expect(hasPending()).toBe(true);
  expect([takePendingRedemption(), takePendingRedemption()]).toEqual([result, null]);
  expect([takePendingClaim(), takePendingClaim()]).toEqual(['xyz', null]);
  expect(hasPending()).toBe(false);
});

it.each(['{', 'null', '1', '{}'])('drops a pending redemption that is %s', (text) => {
  kept.set('pendingRedemption', text);
  expect(takePendingRedemption()).toBeNull();
});

it('works without storage', () => {
  vi.stubGlobal('window', {
    get sessionStorage(): never {
      throw new Error('forbidden');
    },
  });
  savePendingClaim('xyz');
  expect(takePendingClaim()).toBeNull();
});
