import { DAY_MS, HOUR_MS } from '@perktree/contracts/kernel/durations';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SEED as RUN_SEED } from '../chance/seed.ts';
import { booksOf } from './books.ts';
import { startComposedSystem } from './composed-system.ts';
import { checkMonth, checkOwnStatement, checkPerson, checkSite, monthOf } from './displayed-money.ts';
import { ownTime, type World } from './reference.ts';
import { runInTurn, type Tally } from './run.ts';
import { runAll } from './run-all.ts';
import { moneySteps } from './steps.ts';
import type { System } from './system.ts';

/** Number of runs; `npm run verify` sets MONEY_RUNS. */
const RUNS = Number(process.env.MONEY_RUNS ?? 3);
/** Set MODEL_SEED to repeat the runs of a failure. */
const SEED = Number(process.env.MODEL_SEED ?? RUN_SEED);
/** A run has some fifty calls, and each place that shows money is read twice. */
const TIMEOUT = 300_000 + RUNS * 60_000;

let system: System;
/** Continues from one run to the next, because effective times never decrease. */
const time = ownTime();
beforeAll(async () => {
  const composed = await startComposedSystem(time);
  system = {
    ...composed,
    async checkAnswers(world) {
      await composed.checkAnswers?.(world);
      await checkAllMoney(world);
    },
  };

  async function checkAllMoney(world: World): Promise<void> {
    const scene = async () => {
      await system.projected();
      const events = await Promise.all(world.tenants.map(({ id }) => system.eventsOf(id)));
      return { world, books: booksOf(world, events.flat()), read: composed.read };
    };
    const began = monthOf(world.now - 366 * DAY_MS);
    await checkNow(await scene());
    // After the month: unconfirmed redemptions have lapsed, and an event of later ends the month.
    // Not at midnight: clocks that run back would take the newest events into a day that has not begun.
    world.now = monthOf(world.now)[1] + DAY_MS + 10 * HOUR_MS;
    for (const { id, tenant, configuration } of world.sites) {
      const url = `/api/sites/${id}/config`;
      const body = { ...configuration, showBenefitBeforeRedeem: !configuration.showBenefitBeforeRedeem };
      await system.call({ process: 0, by: tenant.owner, method: 'PUT', url, body });
    }
    const after = await scene();
    await checkNow(after);
    const first = Math.min(...after.books.entries.map(({ at }) => at));
    for (let month = monthOf(Math.max(first, began[0])); month[1] <= world.now; month = monthOf(month[1])) {
      for (const site of world.sites) await checkMonth(after, site, month);
      for (const person of distributorsOf(world)) await checkOwnStatement(after, person, month);
    }
  }
});
afterAll(() => system?.stop());

const distributorsOf = (world: World) =>
  world.people.filter(({ roles, tenantId }) => roles.has('distributor') && tenantId === null);

async function checkNow(scene: Parameters<typeof checkSite>[0]): Promise<void> {
  for (const site of scene.world.sites) await checkSite(scene, site);
  for (const person of distributorsOf(scene.world)) await checkPerson(scene, person);
}

it(`every displayed amount is that of the reference in ${RUNS} runs (MODEL_SEED=${SEED})`, {
  timeout: TIMEOUT,
}, async () => {
  const tally: Tally = new Map();
  await runAll(system, { seed: SEED, runs: RUNS, steps: moneySteps, lanes: 1 }, (steps, story) =>
    runInTurn(system, steps, { story, tally }),
  );
  if (process.env.MODEL_TALLY) console.log(Object.fromEntries([...tally].sort()));
  const wanted = ['redeem', 'reverse', 'generatePayouts', 'markPaid', 'writeOff'].map((name) => `${name} ok`);
  expect([...tally.keys()]).toEqual(expect.arrayContaining(wanted));
});
