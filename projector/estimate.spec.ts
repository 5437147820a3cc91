import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Estimate } from './estimate.ts';

const CHUNK = 10_000;

/** A run of chunks that take some milliseconds each, then of the rest. @returns what it said at each chunk, and how it was */
function run(options: { chunks: number; gap: number; msOfChunk: (chunk: number) => number; restMs: number }) {
  const { chunks, gap, msOfChunk, restMs } = options;
  let now = 5_000;
  const head = BigInt(chunks * CHUNK * gap);
  const estimate = new Estimate({ now: () => now, from: 0n, head, before: 0 });
  const said: { at: number; seconds: number | null }[] = [];
  for (let chunk = 1; chunk <= chunks; chunk += 1) {
    now += msOfChunk(chunk);
    estimate.read(CHUNK, BigInt(chunk * CHUNK * gap));
    said.push({ at: now, seconds: estimate.progress().secondsLeft });
  }
  return { said, end: now + restMs, estimate };
}

describe('the time left', () => {
  it('is within a fifth from the first tenth on, with gaps between positions or none', () => {
    const runs = fc.record({
      gap: fc.integer({ min: 1, max: 400 }),
      ms: fc.integer({ min: 300, max: 4_000 }),
      // A little faster or slower all the time, as machines are.
      noise: fc.array(fc.double({ min: 0.95, max: 1.05, noNaN: true }), { minLength: 100, maxLength: 100 }),
      rest: fc.double({ min: 0.17, max: 0.23, noNaN: true }),
    });
    fc.assert(
      fc.property(runs, ({ gap, ms, noise, rest }) => {
        const reading = noise.reduce((sum, each) => sum + each * ms, 0);
        const { said, end } = run({
          chunks: 100,
          gap,
          msOfChunk: (n) => ms * (noise[n - 1] ?? 1),
          restMs: rest * reading,
        });
        const off = said.slice(9, 80).map(({ at, seconds }) => {
          const truth = (end - at) / 1000;
          return Math.abs((seconds ?? 0) - truth) - 1 - 0.2 * truth;
        });
        // It is told in whole seconds.
        expect(Math.max(...off)).toBeLessThan(0);
      }),
    );
  });

  it('follows a machine that becomes slower', () => {
    const { said, end } = run({ chunks: 100, gap: 1, msOfChunk: (n) => (n <= 30 ? 1_000 : 2_000), restMs: 34_000 });
    const { at, seconds } = said[59] ?? { at: 0, seconds: 0 };
    const truth = (end - at) / 1000;
    expect(Math.abs((seconds ?? 0) - truth)).toBeLessThan(0.2 * truth);
  });

  it('is not known before anything has been read', () => {
    const estimate = new Estimate({ now: () => 0, from: 0n, head: 100n, before: 0 });
    expect(estimate.progress()).toMatchObject({ secondsLeft: null, percent: 0, eventsLeft: 100 });
  });

  it('goes down to nothing in the rest of the work, and says in which part of it', () => {
    const { estimate } = run({ chunks: 10, gap: 1, msOfChunk: () => 1_000, restMs: 0 });
    estimate.goOn('indexing', 0.25);
    expect(estimate.progress()).toMatchObject({ phase: 'indexing', eventsLeft: 0 });
    estimate.goOn('swapping', 1);
    expect(estimate.progress()).toMatchObject({ phase: 'swapping', secondsLeft: 0, percent: 100 });
  });
});
