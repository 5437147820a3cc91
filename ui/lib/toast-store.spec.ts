import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createToastStore } from './toast-store.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('9 · Notifications', () => {
  it('one toast at a time: the next takes the place of the one that is shown', () => {
    const store = createToastStore();
    store.show({ title: 'First' });
    store.show({ title: 'Second' });
    expect(store.current()).toEqual({ title: 'Second', id: 2, open: true });
  });

  it('a dismissed toast is removed after 1,000,000 ms', () => {
    const store = createToastStore();
    store.show({ title: 'First' });
    store.close();
    vi.advanceTimersByTime(999_999);
    expect(store.current()).toMatchObject({ title: 'First', open: false });
    vi.advanceTimersByTime(1);
    expect(store.current()).toBeNull();
  });

  it('a dismissed toast takes none with it that was shown since', () => {
    const store = createToastStore();
    store.show({ title: 'First' });
    store.close();
    store.show({ title: 'Second' });
    vi.advanceTimersByTime(2_000_000);
    expect(store.current()).toMatchObject({ title: 'Second', open: true });
  });

  it('closing twice does not put the removal off', () => {
    const store = createToastStore();
    store.show({ title: 'First' });
    store.close();
    vi.advanceTimersByTime(500_000);
    store.close();
    vi.advanceTimersByTime(500_000);
    expect(store.current()).toBeNull();
  });

  it('tells who listens, until they stop', () => {
    const store = createToastStore();
    const heard = vi.fn();
    const stop = store.subscribe(heard);
    store.show({ title: 'First' });
    stop();
    store.close();
    expect(heard).toHaveBeenCalledTimes(1);
  });
});
