import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createToastStore } from './toast-store.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('9 · Notifications: a dismissed toast is removed after 1,000,000 ms, and a newer one then stays', () => {
  const store = createToastStore();
  store.show({ title: 'First' });
  store.close();
  vi.advanceTimersByTime(999_999);
  expect(store.current()).toMatchObject({ title: 'First', open: false });
  vi.advanceTimersByTime(1);
  expect(store.current()).toBeNull();
  store.show({ title: 'First' });
  store.close();
  store.show({ title: 'Second' });
  vi.advanceTimersByTime(2_000_000);
  expect(store.current()).toMatchObject({ title: 'Second', open: true });
});
