import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Costs, Estimate } from './estimate.ts';

const CHUNK = 1_000;
const CHUNKS = 200;
/** Of an event: rows that it leaves, and their entries in indexes. */
const ROWS = 1.5;
const ENTRIES = 8;

interface Work {
  /** Positions to an event. */
  readonly gap: number;
  /** Costs of the parts on a quiet machine. */
  readonly costs: Costs;
  /** How many times as long things take at a moment, given as a share of the work done by then. */
  readonly slowness: (share: number) => number;
  readonly knows: Costs | null;
}

interface Said {
  readonly at: number;
  readonly seconds: number | null;
}

/** A simulated rebuild on a virtual clock. @returns the estimates of each step, the end, and the final estimate */
function run({ gap, costs, slowness, knows }: Work) {
  let now = 5_000;
  const said: Said[] = [];
  const head = BigInt(CHUNKS * CHUNK * gap);
  const estimate = new Estimate({ now: () => now, from: 0n, head, before: 0, costs: knows });
  const tell = () => said.push({ at: now, seconds: estimate.progress().secondsLeft });
  const events = CHUNKS * CHUNK;
  const all = events * (costs.msOfEvent + ROWS * costs.msOfRow + ENTRIES * costs.msOfEntry);
  let done = 0;
  const pass = (ms: number) => {
    now += ms * slowness(done / all);
    done += ms;
  };
  for (let chunk = 1; chunk <= CHUNKS; chunk += 1) {
    pass(CHUNK * costs.msOfEvent);
    estimate.read(CHUNK, BigInt(chunk * CHUNK * gap), { rows: CHUNK * ROWS, entries: CHUNK * ENTRIES });
    tell();
  }
  for (const [phase, ms] of [
    ['indexing', events * ENTRIES * costs.msOfEntry],
    ['comparing', events * ROWS * costs.msOfRow],
  ] as const) {
    estimate.goOn(phase, 0);
    for (let step = 1; step <= 20; step += 1) {
      pass(ms / 20);
      estimate.goOn(phase, step / 20);
      tell();
    }
  }
  estimate.goOn('swapping', 0);
  return { said, end: now, estimate };
}

/** Largest relative error from the first tenth of the time on. Estimates are in whole seconds. */
function worst({ said, end }: { said: readonly Said[]; end: number }): number {
  const begin = 5_000;
  const looked = said.filter(({ at }) => at >= begin + (end - begin) / 10 && at <= end - (end - begin) / 20);
  expect(looked.length).toBeGreaterThan(100);
  return Math.max(
    ...looked.map(({ at, seconds }) => (Math.abs((seconds ?? 0) * 1000 - (end - at)) - 1_000) / (end - at)),
  );
}

const someCosts = fc.record({
  msOfEvent: fc.double({ min: 0.2, max: 0.5, noNaN: true }),
  msOfEntry: fc.double({ min: 0.001, max: 0.01, noNaN: true }),
  msOfRow: fc.double({ min: 0.002, max: 0.02, noNaN: true }),
});

describe('the time left', () => {
  it('is within 20 % from the first tenth on for any costs, once a rebuild has measured them', () => {
    fc.assert(
      fc.property(
        someCosts,
        fc.integer({ min: 1, max: 400 }),
        fc.double({ min: 0.5, max: 3, noNaN: true }),
        fc.array(fc.double({ min: 0.94, max: 1.06, noNaN: true }), { minLength: 60, maxLength: 60 }),
        (costs, gap, other, noise) => {
          const first = run({ gap, costs, knows: null, slowness: () => 1 });
          const knows = first.estimate.learned();
          if (knows === null) throw new Error('it has learned nothing');
          // The next time the machine is another one, and a little faster or slower all the time.
          const slowness = (share: number) => other * (noise[Math.floor(share * 60)] ?? 1);
          expect(worst(run({ gap, costs, knows, slowness }))).toBeLessThan(0.2);
        },
      ),
      { numRuns: 50 },
    );
  });

  it('is within a fifth the first time, where the parts are to one another as was measured', () => {
    const costs = { msOfEvent: 0.2, msOfEntry: 0.0028, msOfRow: 0.026 };
    expect(worst(run({ gap: 1, costs, knows: null, slowness: () => 1 }))).toBeLessThan(0.2);
  });

  it('follows a machine that becomes slower bit by bit', () => {
    const costs = { msOfEvent: 0.2, msOfEntry: 0.0028, msOfRow: 0.026 };
    const slowness = (share: number) => 1 + 0.3 * share;
    expect(worst(run({ gap: 1, costs, knows: costs, slowness }))).toBeLessThan(0.2);
  });

  it('adapts to a machine that suddenly has half its speed', () => {
    const costs = { msOfEvent: 0.2, msOfEntry: 0.0028, msOfRow: 0.026 };
    const { said, end } = run({ gap: 1, costs, knows: costs, slowness: (share) => (share < 0.2 ? 1 : 2) });
    const later = said.filter(({ at }) => at >= 5_000 + (end - 5_000) * 0.3);
    expect(worst({ said: later, end })).toBeLessThan(0.2);
  });

  it('is not known before anything has been read', () => {
    const estimate = new Estimate({ now: () => 0, from: 0n, head: 100n, before: 0 });
    expect(estimate.progress()).toMatchObject({ secondsLeft: null, percent: 0, eventsLeft: 100 });
    expect(estimate.learned()).toBeNull();
  });

  it('counts what earlier runs have read as done', () => {
    let now = 0;
    const estimate = new Estimate({ now: () => now, from: 500_000n, head: 1_000_000n, before: 500_000 });
    for (let chunk = 1; chunk <= 10; chunk += 1) {
      now += 1_000;
      estimate.read(1_000, BigInt(500_000 + chunk * 1_000));
    }
    const { events, eventsLeft, percent } = estimate.progress();
    expect({ events, eventsLeft }).toEqual({ events: 510_000, eventsLeft: 490_000 });
    expect(percent).toBeCloseTo(51, 0);
  });

  it('decreases to zero, and names the current phase', () => {
    const { estimate } = run({
      gap: 1,
      costs: { msOfEvent: 1, msOfEntry: 0.01, msOfRow: 0.01 },
      knows: null,
      slowness: () => 1,
    });
    expect(estimate.progress()).toMatchObject({ phase: 'swapping', secondsLeft: 0, percent: 100, eventsLeft: 0 });
  });
});
