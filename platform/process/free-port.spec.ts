import { expect, it } from 'vitest';
import { freePort } from './free-port.ts';

it('is given out once, and is outside the range of outgoing connections', async () => {
  const ports = await Promise.all(Array.from({ length: 300 }, () => freePort('127.0.0.1')));
  expect(new Set(ports).size).toBe(300);
  expect(Math.max(...ports)).toBeLessThan(32_768);
});
