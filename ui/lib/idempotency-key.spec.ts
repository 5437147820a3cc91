import { expect, it } from 'vitest';
import { newIdempotencyKey } from './public/send-once.ts';

it('makes distinct keys without randomUUID, as over plain http', () => {
  const insecure = { getRandomValues: crypto.getRandomValues.bind(crypto) };
  const keys = Array.from({ length: 100 }, () => newIdempotencyKey(insecure));
  expect(new Set(keys).size).toBe(100);
  expect(keys.every((key) => /^[0-9a-f]{32}$/.test(key))).toBe(true);
});
