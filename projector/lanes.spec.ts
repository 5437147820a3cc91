import { expect, it } from 'vitest';
import { Lanes } from './lanes.ts';

it('lets so many works run at once, in their order, and goes on after one that fails', async () => {
  const lanes = new Lanes(2);
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
