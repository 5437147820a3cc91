import { HOUR_MS } from '@perktree/contracts/kernel/durations';
import { expect, it } from 'vitest';
import { delayAfter, isForItsMessage, MAX_ATTEMPTS, retryAfterMs } from './retry-schedule.ts';

const NOW = new Date('2026-06-01T12:00:00Z');

it('tries for three days, each hour at least', () => {
  const delays = Array.from({ length: MAX_ATTEMPTS - 1 }, (_, n) => delayAfter(n + 1, null, 0) ?? Number.NaN);
  expect(delays.slice(0, 4)).toEqual([5_000, 300_000, 1_800_000, HOUR_MS]);
  expect(Math.max(...delays)).toBe(HOUR_MS);
  expect(delays.reduce((sum, delay) => sum + delay, 0) / HOUR_MS).toBeCloseTo(72.6, 1);
  expect(delayAfter(MAX_ATTEMPTS, null, 0)).toBeNull();
});

it('spreads attempts by up to a tenth', () => {
  expect(delayAfter(1, null, 1)).toBe(5_500);
});

it('waits as long as the receiver asks for, up to a day', () => {
  expect(delayAfter(1, 60_000, 0)).toBe(60_000);
  expect(delayAfter(2, 1_000, 0)).toBe(300_000);
  expect(delayAfter(1, 900 * HOUR_MS, 0)).toBe(24 * HOUR_MS);
});

it('reads Retry-After in seconds and as a date', () => {
  expect(retryAfterMs('120', NOW)).toBe(120_000);
  expect(retryAfterMs('Mon, 01 Jun 2026 12:01:00 GMT', NOW)).toBe(60_000);
  expect(retryAfterMs('Mon, 01 Jun 2026 11:00:00 GMT', NOW)).toBe(0);
  expect(retryAfterMs('soon', NOW)).toBeNull();
  expect(retryAfterMs(undefined, NOW)).toBeNull();
});

it.each([
  ['a rejection, from the third attempt on', 422, undefined, [false, false, true, true]],
  ['a failure of the receiver, from the fourth on', 500, undefined, [false, false, false, true]],
  ['no answer, from the fourth on', null, undefined, [false, false, false, true]],
  ['a receiver that wants no more: never', 410, undefined, [false, false, false, false]],
  ['a timeout: never', 408, undefined, [false, false, false, false]],
  ['too early: never', 425, undefined, [false, false, false, false]],
  ['too many requests: never', 429, undefined, [false, false, false, false]],
  ['a rejection that asks for time: never', 422, '60', [false, false, false, false]],
] as const)('blames the message for %s', (_, status, retryAfter, expected) => {
  expect([1, 2, 3, 4].map((attempts) => isForItsMessage(attempts, { status, retryAfter }))).toEqual(expected);
});
