import { verifyProjections } from '@perktree/projector/service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SEED as RUN_SEED } from '../chance/seed.ts';
import { runRacing, type Tally } from './run.ts';
import { runAll } from './run-all.ts';
import { burstsWithLosses } from './steps.ts';
import { type System, startSystem } from './system.ts';

/** Number of runs; `npm run verify` sets LOSS_RUNS: a few runs of a drawn seed can redeem nothing. */
const RUNS = Number(process.env.LOSS_RUNS ?? 4);
/** Set MODEL_SEED to repeat the runs of a failure. */
const SEED = Number(process.env.MODEL_SEED ?? RUN_SEED);

let system: System;
beforeAll(async () => {
  system = await startSystem('memory');
});
afterAll(() => system?.stop());

describe(`an event store that loses its newest events beneath two processes (MODEL_SEED=${SEED})`, () => {
  // One run after the other: all of them share the store.
  it(`keeps the invariants in ${RUNS} runs`, { timeout: 120_000 + RUNS * 2_000 }, async () => {
    const tally: Tally = new Map();
    const options = { seed: SEED, runs: RUNS, steps: burstsWithLosses, lanes: 1 };
    await runAll(system, options, ({ bursts, losses }, story) => runRacing(system, bursts, { story, tally }, losses));
    expect([...tally.keys()]).toEqual(expect.arrayContaining(['createRoot ok', 'claim ok', 'redeem ok']));
  });

  it('leaves read models equal to a full replay', async () => {
    await system.projected();
    expect((await verifyProjections(system)).filter(({ identical }) => !identical)).toEqual([]);
  });
});
