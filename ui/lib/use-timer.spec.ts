import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createTimer } from './use-timer.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('acts once, and runs until then', () => {
  const act = vi.fn();
  const timer = createTimer();
  timer.start(act, 200);
  vi.advanceTimersByTime(199);
  expect([timer.isRunning(), act.mock.calls.length]).toEqual([true, 0]);
  vi.advanceTimersByTime(1_000);
  expect([timer.isRunning(), act.mock.calls.length]).toEqual([false, 1]);
});

it('never acts after it was stopped, such as when its screen was left', () => {
  const act = vi.fn();
  const timer = createTimer();
  timer.start(act, 200);
  timer.stop();
  vi.advanceTimersByTime(1_000);
  expect(timer.isRunning()).toBe(false);
  expect(act).not.toHaveBeenCalled();
});

it('acts on the newest start only', () => {
  const acts: string[] = [];
  const timer = createTimer();
  timer.start(() => acts.push('first'), 200);
  timer.start(() => acts.push('second'), 200);
  vi.advanceTimersByTime(1_000);
  expect(acts).toEqual(['second']);
});
