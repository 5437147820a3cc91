import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createToastStore } from './toast-store.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('9 · Notifications', () => {
  it('a dismissed toast is removed after 1,000,000 ms', () => {
    const store = createToastStore();
    store.show({ title: 'First' });
    store.close();
    vi.advanceTimersByTime(999_999);
    expect(store.current()).toMatchObject({ title: 'First', open: false });
    vi.advanceTimersByTime(1);
    expect(store.current()).toBeNull();
  });

  it('removing a dismissed toast keeps a newer one', () => {
    const store = createToastStore();
    store.show({ title: 'First' });
    store.close();
    store.show({ title: 'Second' });
    vi.advanceTimersByTime(2_000_000);
    expect(store.current()).toMatchObject({ title: 'Second', open: true });
  });

  it('notifies listeners until they unsubscribe', () => {
    const store = createToastStore();
    const heard = vi.fn();
    const stop = store.subscribe(heard);
    store.show({ title: 'First' });
    stop();
    store.close();
    expect(heard).toHaveBeenCalledTimes(1);
  });
});
