import { verifyProjections } from '@perktree/projector/service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FAILED_SEEDS } from '../chance/failed-seeds.ts';
import { SEED as RUN_SEED } from '../chance/seed.ts';
import { COMMANDS } from './commands/catalogue.ts';
import { runInTurn, runRacing, type Tally } from './run.ts';
import { runAll } from './run-all.ts';
import { bursts, stepsInTurn } from './steps.ts';
import { type System, startSystem } from './system.ts';

/** Number of runs; `npm run verify` sets MODEL_RUNS. */
const RUNS = Number(process.env.MODEL_RUNS ?? 78);
/** So many reach all that is required. */
const MANY_RUNS = 1_000;
/** A sixth of the runs race their commands. */
const RACING_RUNS = Math.floor(RUNS / 6);
/** Fewer on EventStoreDB, where each append is a separate call. */
const EVENT_STORE_RUNS = Math.ceil(RUNS / 24);
/** Set MODEL_SEED to repeat the runs of a failure. */
const SEED = Number(process.env.MODEL_SEED ?? RUN_SEED);
const TIMEOUT = 300_000 + RUNS * 300;

/** Outcomes that the runs must reach. */
const REQUIRED = [
  ...['createSite PLAN_LIMIT_REACHED', 'createRoot PLAN_LIMIT_REACHED', 'split PLAN_LIMIT_REACHED'],
  ...['split COMMISSION_TOO_HIGH', 'split TOO_MANY_SPLITS', 'edit COMMISSION_TOO_HIGH', 'claim ALREADY_CLAIMED'],
  ...['redeem OFFER_FULL', 'redeem OFFER_EXPIRED', 'redeem SELF_DEALING', 'redeem ALREADY_REDEEMED'],
  ...['configureSite SITE_NOT_FOUND', 'generatePayouts SITE_NOT_FOUND', 'reverse REDEMPTION_NOT_FOUND'],
  ...['reverse ALREADY_REVERSED', 'reverse REVERSAL_TOO_HIGH', 'markPaid PAYOUT_NOT_PROCESSING'],
];

/** Allowed number of outcomes, including the commands' successes, that a random seed does not reach. */
const MAX_MISSED = 2;

/** Sequential runs do not contend for the store, so an in-memory one suffices. */
let inTurn: System;
let racing: System;
let onEventStoreDb: System;
beforeAll(async () => {
  inTurn = await startSystem('memory');
  racing = await startSystem('postgres');
  onEventStoreDb = await startSystem('eventstoredb');
});
afterAll(async () => {
  for (const system of [inTurn, racing, onEventStoreDb]) await system?.stop();
});

const printTally = (runs: number, how: string, tally: Tally) => {
  const calls = [...tally.values()].reduce((sum, count) => sum + count, 0);
  console.log(`domain model: ${runs} runs ${how} of ${calls} commands, MODEL_SEED=${SEED}`);
  if (process.env.MODEL_TALLY) console.log(Object.fromEntries([...tally].sort()));
};

describe(`the whole domain against its reference (MODEL_SEED=${SEED})`, () => {
  it(`in ${RUNS - RACING_RUNS} runs of sequential commands`, { timeout: TIMEOUT }, async () => {
    const tally: Tally = new Map();
    const options = { seed: SEED, runs: RUNS - RACING_RUNS, steps: stepsInTurn };
    const done = await runAll(inTurn, options, (steps, story) => runInTurn(inTurn, steps, { story, tally }));
    printTally(done, 'in turn', tally);
    // Few of these runs have a negative balance; all of displayed-money.model.spec.ts have.
    const commands = Object.keys(COMMANDS).filter((name) => name !== 'writeOff');
    const wanted = [...commands.map((name) => `${name} ok`), ...(RUNS < MANY_RUNS ? [] : REQUIRED)];
    const missed = wanted.filter((outcome) => !tally.has(outcome));
    if (missed.length > 0) console.log(`domain model: not reached: ${missed.join(', ')}`);
    // With a random seed, an outcome that is usually reached a dozen times may be missed once.
    expect(missed.length, missed.join(', ')).toBeLessThanOrEqual(MAX_MISSED);
  });

  it.each(FAILED_SEEDS.model)('with the seed %d, which failed once', { timeout: TIMEOUT }, async (seed) => {
    const tally: Tally = new Map();
    await runAll(inTurn, { seed, runs: RUNS, steps: stepsInTurn }, (steps, story) =>
      runInTurn(inTurn, steps, { story, tally }),
    );
    await runAll(racing, { seed, runs: RACING_RUNS, steps: bursts }, (steps, story) =>
      runRacing(racing, steps, { story, tally }),
    );
  });

  it(`in ${RACING_RUNS} runs of racing commands`, { timeout: TIMEOUT }, async () => {
    const tally: Tally = new Map();
    const options = { seed: SEED, runs: RACING_RUNS, steps: bursts };
    const done = await runAll(racing, options, (steps, story) => runRacing(racing, steps, { story, tally }));
    printTally(done, 'racing', tally);
  });

  it(`in ${EVENT_STORE_RUNS} runs of racing commands on EventStoreDB`, { timeout: TIMEOUT }, async () => {
    const tally: Tally = new Map();
    const options = { seed: SEED, runs: EVENT_STORE_RUNS, steps: bursts };
    const done = await runAll(onEventStoreDb, options, (steps, story) =>
      runRacing(onEventStoreDb, steps, { story, tally }),
    );
    printTally(done, 'racing on EventStoreDB', tally);
  });

  it('leaves read models equal to a full replay', { timeout: TIMEOUT }, async () => {
    for (const system of [inTurn, racing, onEventStoreDb]) {
      await system.projected();
      const verified = await verifyProjections(system);
      expect(verified.filter(({ identical }) => !identical)).toEqual([]);
      expect(verified.length).toBeGreaterThan(0);
    }
  });
});
