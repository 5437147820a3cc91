import { afterEach, expect, it } from 'vitest';
import { formatTimeLeft, noteServerTime, serverNow } from './time.ts';

const DEVICE = Date.parse('2026-03-10T12:15:00Z');
const reset = () => noteServerTime(new Date(DEVICE).toUTCString(), DEVICE);
afterEach(reset);

it('follows the server, whose clock is 15 minutes behind; ignores what the precision of the header explains, and answers without it', () => {
  noteServerTime('Tue, 10 Mar 2026 12:00:00 GMT', DEVICE);
  expect(new Date(serverNow(DEVICE + 5000)).toISOString()).toBe('2026-03-10T12:00:05.000Z');
  reset();
  noteServerTime('Tue, 10 Mar 2026 12:14:58 GMT', DEVICE);
  noteServerTime(null, DEVICE);
  expect(serverNow(DEVICE)).toBe(DEVICE);
});

it('counts down to zero, with days above 24 hours', () => {
  const texts = [-5000, 59_999, 86_399_000, 93_784_000].map(formatTimeLeft);
  expect(texts).toEqual(['00:00:00', '00:00:59', '23:59:59', '1d 02:03:04']);
});
