import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isReachable, setReachable } from '../connection.ts';
import { CHECK_MS } from './time-limit.ts';
import { loadByTaps } from './use-first-tap.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  setReachable(true);
});

it('a file that a stalled server does not send comes with a later tap, and the page says that the server is away', async () => {
  const taps: (() => void)[] = [];
  vi.stubGlobal('document', { addEventListener: (_: string, tap: () => void) => taps.push(tap) });
  const stalled = (_: string, { signal }: RequestInit) =>
    new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
  vi.stubGlobal('fetch', stalled);
  const load = vi
    .fn()
    .mockResolvedValue('file')
    .mockReturnValueOnce(new Promise(() => {}));
  const loaded = loadByTaps(load);
  await vi.advanceTimersByTimeAsync(2 * CHECK_MS - 1);
  expect([isReachable(), taps.length]).toEqual([true, 0]);
  await vi.advanceTimersByTimeAsync(1);
  expect(isReachable()).toBe(false);
  taps[0]?.();
  expect(await loaded).toBe('file');
});
