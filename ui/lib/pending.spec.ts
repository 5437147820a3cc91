import { afterEach, expect, it, vi } from 'vitest';
import { savePendingClaim, takePendingClaim, takePendingRedemption } from './pending.ts';

// Others in the same process have no window.
afterEach(() => void vi.unstubAllGlobals());

it('drops a pending redemption that cannot be read, and works without storage', () => {
  for (const text of ['{', 'null', '1', '{}']) {
    vi.stubGlobal('window', { sessionStorage: { getItem: () => text, removeItem: () => {} } });
    expect(takePendingRedemption()).toBeNull();
  }
  // Reading it throws.
  vi.stubGlobal('window', undefined);
  savePendingClaim('xyz');
  expect(takePendingClaim()).toBeNull();
});
