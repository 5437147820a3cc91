import { randomUUID } from 'node:crypto';
import { Refused } from '@perktree/contracts/refusals';
import { projections } from '@perktree/projector/catalogue';
import { castOf } from '@perktree/standalone/model/people';
import type { World } from '@perktree/standalone/model/reference';
import { runRacing, type Story, type Tally } from '@perktree/standalone/model/run';
import { bursts } from '@perktree/standalone/model/steps';
import type { System } from '@perktree/standalone/model/system';
import * as fc from 'fast-check';
import { seeded } from '../dice.ts';
import type { Evidence } from '../oracle/evidence.ts';
import { judge } from '../oracle/oracle.ts';
import { differencesFromReplay } from '../oracle/replayed-rows.ts';
import { Clients } from './clients.ts';
import { type Counts, Faults } from './faults.ts';
import { replaceBuiltins } from './replaced-builtins.ts';
import { SimulatedProduct } from './simulated-product.ts';
import { storeOf } from './simulated-store.ts';
import { VirtualTime } from './virtual-time.ts';

export interface SeedResult {
  readonly seed: number;
  readonly counts: Counts;
  /** What the oracle says, a line each; none: all is well. */
  readonly violations: readonly string[];
  /** What was asked and answered. */
  readonly story: Story;
  readonly tally: Tally;
  readonly evidence: Evidence;
}

/** Longer than a quota may stay reserved for nothing (command-service/subscription/orphans.ts). */
const SETTLING_MS = 10 * 60_000;
const MOST_ROUNDS = 50;
/** Longer than a lease and the longest pause of a projector together. */
const LOOK_EVERY_MS = 50;
const MOST_LOOKS = 1_000;

/**
 * One life of the product, from nothing, with everything that goes wrong in it. The same seed is the same life.
 * @param sabotage breaks something before it begins, to see that it is found
 */
export async function runSeed(
  seed: number,
  sabotage: (product: SimulatedProduct) => void = () => {},
): Promise<SeedResult> {
  const time = new VirtualTime();
  const dice = seeded(seed);
  const [steps = []] = fc.sample(bursts, { seed, numRuns: 1 });
  const putBack = replaceBuiltins(time, dice);
  try {
    const product = new SimulatedProduct(time, dice);
    sabotage(product);
    return await time.until(live(seed, product, steps));
  } finally {
    putBack();
  }
}

type Steps = Parameters<typeof runRacing>[1];

async function live(seed: number, product: SimulatedProduct, steps: Steps): Promise<SeedResult> {
  const [story, tally]: [Story, Tally] = [[], new Map()];
  for (const n of [0, 1]) {
    await product.startCommands(n);
    product.startProjector(n);
  }
  const clients = new Clients(product);
  const faults = new Faults(product);
  const troubles = faults.run();
  const violations: string[] = [];
  // What is wrong with an answer is thrown by the model; the rest is for the oracle to say.
  await runRacing(systemOf(product, clients), steps, { story, tally }).catch((error: unknown) => {
    violations.push(`model: ${error instanceof Error ? error.message : String(error)}`);
  });
  await faults.stop();
  await troubles;
  // Nothing may stand still for good.
  await settle(product).catch((error: unknown) => void violations.push(`it came to no end: ${error}`));
  const { log, postgres } = product;
  const evidence: Evidence = {
    ...{ events: log.all, asked: clients.asked, clocksAgree: faults.clocksAgree, jobsDoneAt: product.now },
    readModelDifferences: differencesFromReplay(log.all, rowsOf(product)),
  };
  violations.push(...(await judge(evidence)), ...[...postgres.unknown].map((text) => `not simulated: ${text}`));
  const counts = { ...faults.counts, commands: clients.asked.length, events: log.all.length };
  return { seed, counts, violations, story, tally, evidence };
}

/** What the model's steps are sent to: its time is everybody's. */
function systemOf(product: SimulatedProduct, clients: Clients): System {
  const onlooker = product.machine('onlooker', { fails: 0, answerIsLost: 0, stalls: 0 });
  const clock = {
    tolerance: Number.POSITIVE_INFINITY,
    get now() {
      return product.now;
    },
    set now(now: number) {
      clients.leap(now - product.now);
    },
  };
  return {
    ...{ store: storeOf(product.log, onlooker), pool: product.postgres.poolOf(onlooker), services: [] },
    people: async (runId) => castOf(runId, randomUUID),
    time: () => clock,
    at: (_: World | object, work) => work(),
    call: (asked) => clients.call(asked),
    eventsOf: async () => [],
    projected: async () => {},
    stop: async () => {},
  };
}

/** Nothing is under way any more: the jobs have done what was due, and the read models have everything. */
async function settle(product: SimulatedProduct): Promise<void> {
  const { log, commands } = product;
  await projected(product);
  product.leap += SETTLING_MS;
  for (let round = 0, head = -1n; head !== log.head(); round += 1) {
    if (round === MOST_ROUNDS) throw new Error('the jobs find something to do again and again');
    head = log.head();
    for (const job of commands[0]?.service.jobs ?? []) {
      // As the queue does with a job that fails: once more, later.
      const again = async (error: unknown) => {
        if (!(error instanceof Refused)) throw error;
        await projected(product);
        await job.run();
      };
      await job.run().catch(again);
    }
    await projected(product);
  }
}

async function projected({ time, postgres, log }: SimulatedProduct): Promise<void> {
  for (let round = 0; ; round += 1) {
    const checkpoints = [...postgres.table('projections').values()];
    if (checkpoints.length > 0 && checkpoints.every(({ position }) => position === log.head())) return;
    const failed = checkpoints.find(({ status }) => status !== 'live');
    if (failed) throw new Error(`${failed.name} is ${failed.status}: ${failed.error}`);
    if (round === MOST_LOOKS) throw new Error('the read models never come to the end');
    await time.sleep(LOOK_EVERY_MS);
  }
}

function rowsOf({ postgres }: SimulatedProduct) {
  return new Map(
    projections.map(({ name }) => {
      const rows = [...postgres.table(name)].map(([key, { position, ...row }]) => {
        return [key, { row, position: BigInt(position as bigint) }] as const;
      });
      return [name, new Map(rows)];
    }),
  );
}
