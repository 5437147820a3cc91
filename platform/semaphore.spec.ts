import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Semaphore, semaphoreByKey } from './semaphore.ts';

it('lets so many works run at once, in their order, and goes on after one that fails', async () => {
  const lanes = new Semaphore(2);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const works = [0, 1, 2, 3].map((n) =>
    lanes.run(async () => {
      begun.push(n);
      await new Promise<void>((resolve) => ends.push(resolve));
      if (n === 1) throw new Error('failed');
    }),
  );
  const outcomes = Promise.allSettled(works);
  for (let n = 0; n < 4; n += 1) {
    await expect.poll(() => begun.length).toBe(Math.min(n + 2, 4));
    ends[n]?.();
  }
  expect((await outcomes).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
  expect(begun).toEqual([0, 1, 2, 3]);
});

it('runs at most so many of a key at once, and all in the end, failures too', async () => {
  const inLane = semaphoreByKey(3);
  const running = { a: 0, b: 0 };
  const most = { a: 0, b: 0 };
  const work = (key: 'a' | 'b', i: number) =>
    inLane(key, async () => {
      running[key] += 1;
      most[key] = Math.max(most[key], running[key]);
      await pause(i % 3);
      running[key] -= 1;
      if (i % 5 === 0) throw new Error('failed');
      return i;
    });
  const results = await Promise.allSettled(Array.from({ length: 40 }, (_, i) => [work('a', i), work('b', i)]).flat());
  expect(most).toEqual({ a: 3, b: 3 });
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(64);
  await expect(work('a', 1)).resolves.toBe(1);
});
