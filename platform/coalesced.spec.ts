import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coalesced, isRefusedValue } from './coalesced.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('coalesced requests', () => {
  it('gather while others are in progress, with a bound on concurrency', async () => {
    const ends: (() => void)[] = [];
    const put: (readonly number[])[] = [];
    const ask = coalesced(
      (numbers: readonly number[]) => {
        put.push(numbers);
        return new Promise<readonly number[]>((resolve) => ends.push(() => resolve(numbers)));
      },
      { max: 2, underWay: 2 },
    );
    const answers = Promise.all([1, 2, 3, 4, 5, 6, 7].map(ask));
    await turn();
    await turn();
    expect(put).toEqual([
      [1, 2],
      [3, 4],
    ]);
    for (let n = 0; n < 4; n += 1) {
      ends[n]?.();
      await turn();
      await turn();
    }
    expect(await answers).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(put.map((each) => each.length)).toEqual([2, 2, 2, 1]);
  });

  it.each([
    ['fail together, without failing other batches', undefined, 'gone', 'rrff'],
    ['are retried one by one if a single request may have caused the error', isRefusedValue, '22021', 'frff'],
  ])('%s', async (_, isOfOne, code, outcomes) => {
    const ask = coalesced(
      async (numbers: readonly number[]) => {
        if (numbers.includes(0)) throw Object.assign(new Error('no'), { code });
        return numbers;
      },
      { max: 2, underWay: 1, ...(isOfOne && { isOfOne }) },
    );
    const results = await Promise.allSettled([1, 0, 2, 3].map(ask));
    expect(results.map(({ status }) => status[0]).join('')).toBe(outcomes);
  });

  it('are all answered, however they come', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat({ max: 3 }), { maxLength: 40 }),
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 3 }),
        async (pauses, max, underWay) => {
          const ask = coalesced(
            async (numbers: readonly number[]) => {
              await turn();
              return numbers.map((n) => n * n);
            },
            { max, underWay },
          );
          const asked: Promise<number>[] = [];
          for (const [number, pause] of pauses.entries()) {
            asked.push(ask(number));
            for (let n = 0; n < pause; n += 1) await turn();
          }
          expect(await Promise.all(asked)).toEqual(pauses.map((_, number) => number * number));
        },
      ),
      { numRuns: 50 },
    );
  });
});
