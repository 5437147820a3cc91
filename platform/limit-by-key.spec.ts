import { expect, it } from 'vitest';
import { limitByKey } from './limit-by-key.ts';

it('bounds concurrency per key, and runs everything, failures included', async () => {
  const inLane = limitByKey(3);
  const running = { a: 0, b: 0 };
  const most = { a: 0, b: 0 };
  const work = (key: 'a' | 'b', i: number) =>
    inLane(key, async () => {
      running[key] += 1;
      most[key] = Math.max(most[key], running[key]);
      for (let turn = 0; turn <= i % 3; turn += 1) await new Promise((done) => setImmediate(done));
      running[key] -= 1;
      if (i % 5 === 0) throw new Error('failed');
      return i;
    });
  const results = await Promise.allSettled(Array.from({ length: 40 }, (_, i) => [work('a', i), work('b', i)]).flat());
  expect(most).toEqual({ a: 3, b: 3 });
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(64);
  await expect(work('a', 1)).resolves.toBe(1);
});
