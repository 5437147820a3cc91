import { afterEach, expect, it, vi } from 'vitest';
import { publicCalls } from '../public/public-calls.ts';
import { repeatable } from './repeatable.ts';

afterEach(() => void vi.unstubAllGlobals());

it('redeems again under the same key after a lost answer, and under a new one after an answer', async () => {
  const keys: (string | null)[] = [];
  const answers = [() => Promise.reject(new TypeError()), () => new Response('{}'), () => new Response('{}')];
  vi.stubGlobal('fetch', async (_url: string, { headers }: RequestInit) => {
    keys.push(new Headers(headers).get('Idempotency-Key'));
    return answers[keys.length - 1]?.();
  });
  const repeat = repeatable();
  const redeem = () => repeat('token', (key) => publicCalls.redeem('token', key));
  await expect(redeem()).rejects.toMatchObject({ status: 0 });
  await redeem();
  await redeem();
  const [lost, repeated, next] = keys;
  expect(lost).toBeTruthy();
  expect(repeated).toBe(lost);
  expect(next).not.toBe(lost);
});

it('gives another request another key', async () => {
  const keys: string[] = [];
  const repeat = repeatable();
  const send = (key: string) => {
    keys.push(key);
    return Promise.reject(new Error());
  };
  for (const request of ['deactivate', 'activate', 'deactivate']) await expect(repeat(request, send)).rejects.toThrow();
  expect(new Set(keys).size).toBe(3);
});
