import { afterEach, expect, it } from 'vitest';
import { noteServerTime, serverNow } from './time.ts';

const DEVICE = Date.parse('2026-03-10T12:15:00Z');
afterEach(() => noteServerTime(new Date(DEVICE).toUTCString(), DEVICE));

it('follows the server, whose clock is 15 minutes behind', () => {
  noteServerTime('Tue, 10 Mar 2026 12:00:00 GMT', DEVICE);
  expect(new Date(serverNow(DEVICE + 5000)).toISOString()).toBe('2026-03-10T12:00:05.000Z');
});

it('ignores what the precision of the header explains, and answers without it', () => {
  noteServerTime('Tue, 10 Mar 2026 12:14:58 GMT', DEVICE);
  noteServerTime(null, DEVICE);
  expect(serverNow(DEVICE)).toBe(DEVICE);
});
