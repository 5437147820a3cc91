import { systemTimers } from '@perktree/platform/time/timers';
import { describe, expect, it, vi } from 'vitest';
import { FAILED_SEEDS } from '../chance/failed-seeds.ts';
import { PLANTED_BUGS, type PlantedBug } from './planted-bugs.ts';
import { runSeed } from './run-seed.ts';

// biome-ignore lint/plugin: a small cache in a process of its own
vi.mock('lru-cache', () => import('./small-cache.ts'));

const MAX_SEEDS = 200;

// A search tries up to 200 seeds.
vi.setConfig({ testTimeout: 300_000 });

/** A seed that finds each planted bug. A change of the product may move it; the search then continues from there. */
const FOUND_WITH: Readonly<Record<PlantedBug, number>> = {
  'guard not checked': 4,
  'two writers': 40,
  'acknowledged and not stored': 2,
  'store gone back beneath a cache': 483,
  'subscription with a gap': 1,
  'checkpoint outside the transaction': 2,
  'lease without a fence': 8,
  'handover out of order': 1,
  'asynchronous group lost at a kill': 2,
  'retry without the command id': 1,
};

/** The first violations that a seed finds. */
async function firstViolations(bug: PlantedBug): Promise<readonly string[]> {
  const first = FOUND_WITH[bug];
  for (let seed = first; seed < first + MAX_SEEDS; seed += 1) {
    const { violations } = await runSeed(seed, bug);
    if (violations.length > 0 && seed !== first)
      console.log(`${bug}: found with seed ${seed}, no longer with ${first}`);
    if (violations.length > 0) return violations;
  }
  return [];
}

describe('a simulated run', () => {
  it('is deterministic for a seed and differs between seeds', async () => {
    const [one, again, other] = [await runSeed(11), await runSeed(11), await runSeed(12)];
    expect(again).toEqual(one);
    expect(other.evidence.events).not.toEqual(one.evidence.events);
    expect(one.counts.events).toBeGreaterThan(20);
  });

  it('finds no violation in eight seeds', async () => {
    for (let seed = 1; seed <= 8; seed += 1) expect(await runSeed(seed)).toMatchObject({ seed, violations: [] });
  });

  it.each(FAILED_SEEDS.simulator)('finds no violation in the seed %d, which failed once', async (seed) => {
    expect(await runSeed(seed)).toMatchObject({ seed, violations: [] });
  });

  it('restores the clock and the random numbers', async () => {
    // biome-ignore lint/plugin: shows that the simulator restores them
    const before = [systemTimers.now, Math.random];
    await runSeed(13);
    // biome-ignore lint/plugin: shows that the simulator restores them
    expect([systemTimers.now, Math.random]).toEqual(before);
  });
});

/** The check that finds each planted bug. */
const FOUND_BY: Readonly<Record<PlantedBug, RegExp>> = {
  'guard not checked': /I[1346]/,
  'two writers': /I[1346]/,
  'acknowledged and not stored': /I1 exactly once: .* was acknowledged/,
  'store gone back beneath a cache': /I[1345]/,
  'subscription with a gap': /I2 read models/,
  'checkpoint outside the transaction': /I2 read models/,
  'lease without a fence': /I2 read models|never reach the end/,
  'handover out of order': /I2 read models/,
  'asynchronous group lost at a kill': /I2 read models|never reach the end/,
  'retry without the command id': /which no client sent|I1/,
};

describe('the simulator finds', () => {
  it.each(PLANTED_BUGS)('%s', async (bug) => {
    expect((await firstViolations(bug)).join('\n')).toMatch(FOUND_BY[bug]);
  });
});
