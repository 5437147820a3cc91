import { type EventData, streams } from '@perktree/contracts/catalogue/events';
import type { StoredEvent } from '@perktree/event-store/port';
import { systemTimers } from '@perktree/platform/time/timers';
import { describe, expect, it, vi } from 'vitest';
import { FAILED_SEEDS } from '../chance/failed-seeds.ts';
import { SEED } from '../chance/seed.ts';
import { PLANTED_BUGS, type PlantedBug } from './planted-bugs.ts';
import { runSeed } from './run-seed.ts';

// biome-ignore lint/plugin: a small cache in a process of its own
vi.mock('lru-cache', () => import('./small-cache.ts'));

/** Bugs that need dozens of seeds: only `npm run verify -- chance` looks for them, which sets RUNS_FACTOR. */
const RARE: readonly PlantedBug[] = ['two writers', 'store gone back beneath a cache', 'lease without a fence'];
const LONG = process.env.RUNS_FACTOR !== undefined;
const SEEDS = LONG ? 1_000 : 50;

/** `npm run trust -- simulator` sets it, and the seed of the first of these runs. */
const { SIMULATED_RUNS } = process.env;
const RUNS = Number(SIMULATED_RUNS ?? 8);
const FIRST = SIMULATED_RUNS === undefined ? 1 : SEED;

// A search tries up to so many seeds.
vi.setConfig({ testTimeout: 300_000 });

/** What the first seed finds that finds anything. */
async function firstViolations(bug: PlantedBug): Promise<readonly string[]> {
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const { violations } = await runSeed(seed, bug);
    if (violations.length > 0) return violations;
  }
  return [];
}

/** Redemptions that were decided on an older tree than the one that was stored before them. */
function onOldTrees(events: readonly StoredEvent[]): readonly StoredEvent[] {
  return events.filter(({ type, data, position }) => {
    if (type !== 'BenefitRedeemed') return false;
    const { rootQrId, treeRevision } = data as EventData<'BenefitRedeemed'>;
    const tree = events.filter((each) => each.stream === streams.commissionTree(rootQrId) && each.position < position);
    return treeRevision !== tree.length - 1;
  });
}

describe('a simulated run', () => {
  it('is deterministic for a seed and differs between seeds', async () => {
    const [one, again, other] = [await runSeed(11), await runSeed(11), await runSeed(12)];
    expect(again).toEqual(one);
    expect(other.evidence.events).not.toEqual(one.evidence.events);
    expect(one.counts.events).toBeGreaterThan(20);
  });

  it(`finds no violation in ${RUNS} runs from the seed ${FIRST}`, async () => {
    for (let seed = FIRST; seed < FIRST + RUNS; seed += 1) {
      const { violations, evidence } = await runSeed(seed);
      expect({ seed, violations, onOldTrees: onOldTrees(evidence.events) }).toEqual({
        ...{ seed, violations: [], onOldTrees: [] },
      });
    }
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
  'feed out of order': /I2 read models/,
  'asynchronous group lost at a kill': /I2 read models|never reach the end/,
  'retry without the command id': /which no client sent|I1/,
};

describe('the simulator finds', () => {
  it.each(PLANTED_BUGS.filter((bug) => LONG || !RARE.includes(bug)))('%s', async (bug) => {
    expect((await firstViolations(bug)).join('\n')).toMatch(FOUND_BY[bug]);
  });
});
