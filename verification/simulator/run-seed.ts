import { ManualTimers } from '@perktree/platform/time/testing/manual-timers';
import type { Evidence } from '../oracle/evidence.ts';
import { judge } from '../oracle/oracle.ts';
import { differencesFromReplay } from '../oracle/replayed-rows.ts';
import { seeded } from '../trust/dice.ts';
import { Clients } from './clients.ts';
import { type Counts, Faults } from './faults.ts';
import type { PlantedBug } from './planted-bugs.ts';
import { isCaughtUp } from './projector.ts';
import { replaceBuiltins } from './replaced-builtins.ts';
import { SimulatedProduct } from './simulated-product.ts';

interface SeedResult {
  readonly seed: number;
  readonly counts: Counts;
  /** What the oracle found, one line each; empty if all is well. */
  readonly violations: readonly string[];
  readonly evidence: Evidence;
}

/** Together 50 s: longer than a lease and the longest pause of a projector. */
const CHECK_EVERY_MS = 50;
const MAX_CHECKS = 1_000;
/** Longer than the longest freeze and the retry after it. */
const SETTLING_MS = 19_000;

/**
 * One run of the product from an empty store, with faults. The same seed gives the same run, to the last answer.
 * @param bug planted in the simulator's doubles
 */
export async function runSeed(seed: number, bug: PlantedBug | null = null): Promise<SeedResult> {
  const time = new ManualTimers();
  const dice = seeded(seed);
  const restore = replaceBuiltins(time, dice);
  try {
    return await time.until(run(seed, new SimulatedProduct(time, dice, bug)));
  } finally {
    restore();
  }
}

async function run(seed: number, product: SimulatedProduct): Promise<SeedResult> {
  const { log, readModels, time } = product;
  await product.seedSite('Corner shop', 'ultra');
  await product.seedSite('Kiosk', 'pro');
  for (const n of [0, 1]) {
    await product.startCommands(n);
    product.startProjector(n);
  }
  const clients = new Clients(product);
  const faults = new Faults(product, clients);
  const violations: string[] = [];
  const injecting = faults.run();
  await clients.run();
  await faults.stop();
  await injecting;
  // A request that its client gave up can still append.
  await time.sleep(SETTLING_MS);
  for (let checks = 0; !isCaughtUp(readModels, log) && checks < MAX_CHECKS; checks += 1)
    await time.sleep(CHECK_EVERY_MS);
  if (!isCaughtUp(readModels, log)) violations.push('the read models never reach the end of the log');
  const evidence: Evidence = {
    ...{ events: log.all, attempts: clients.attempts, clocksAgree: true },
    readModelDifferences: differencesFromReplay(log.all, readModels.tables),
  };
  violations.push(...(await judge(evidence)), ...unsentCommands(evidence));
  for (const machine of [...product.projectors, ...product.commands.map((process) => process.machine)]) machine.die();
  return {
    seed,
    counts: { ...faults.counts, commands: clients.attempts.length, events: log.all.length },
    violations,
    evidence,
  };
}

/** Splits and redemptions whose command no client sent. */
function unsentCommands({ events, attempts }: Evidence): readonly string[] {
  const commandIds = new Set(attempts.map(({ commandId }) => commandId));
  return events.flatMap(({ type, stream, metadata }) => {
    const { commandId, commandName } = metadata as { readonly commandId: string; readonly commandName: string };
    const isExpected = commandName === 'Seed' || commandIds.has(commandId) || !/^(QrSplit|BenefitRedeemed)$/.test(type);
    return isExpected ? [] : [`${type} in ${stream} is of command ${commandId}, which no client sent`];
  });
}
