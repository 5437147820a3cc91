import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { savePendingClaim, takePendingClaim, takePendingRedemption } from './pending.ts';

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
