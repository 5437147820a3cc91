import { expect, it } from 'vitest';
import { formatTimeLeft } from './time.ts';

it.each([
  [0, '00:00:00'],
  [-5000, '00:00:00'],
  [59_999, '00:00:59'],
  [86_399_000, '23:59:59'],
  [93_784_000, '1d 02:03:04'],
])('%i ms is %s', (milliseconds, text) => {
  expect(formatTimeLeft(milliseconds)).toBe(text);
});
