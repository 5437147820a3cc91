import * as fc from 'fast-check';
import { Differs } from './commands/command.ts';
import { checkInvariants } from './invariants/check.ts';
import { checkReadModels } from './read-models.ts';
import type { World } from './reference.ts';
import { checkRows } from './reference-rows.ts';
import type { Story } from './run.ts';
import type { System } from './system.ts';

/** Concurrent runs, which mostly wait for the database. */
const MAX_LANES = 24;
/** Longest search for a smaller example of a failure. */
const SHRINKING_MS = 30_000;

/** Executes runs and checks all invariants after each. @throws Error with the story of the shrunk failure */
export async function runAll<Steps extends object>(
  system: System,
  options: {
    readonly seed: number;
    readonly runs: number;
    readonly steps: fc.Arbitrary<Steps>;
    readonly lanes?: number;
  },
  run: (steps: Steps, story: Story) => Promise<World>,
): Promise<number> {
  const { seed, runs, steps: arbitrary, lanes = MAX_LANES } = options;
  const stories = new WeakMap<Steps, Story>();
  let failed: { readonly lane: number; readonly at: number; readonly after: number } | null = null;
  let done = 0;

  async function runOne(lane: number, steps: Steps): Promise<void> {
    // After a failure the other runs are skipped; past the time limit shrinking stops as well.
    if (failed && (failed.lane !== lane || Date.now() > failed.at + SHRINKING_MS)) return;
    const story: Story = [];
    stories.set(steps, story);
    try {
      await check(system, await run(steps, story));
      done += 1;
    } catch (error) {
      failed ??= { lane, at: Date.now(), after: done };
      throw error;
    }
  }

  async function runLane(lane: number): Promise<void> {
    const numRuns = Math.floor(runs / lanes) + (lane < runs % lanes ? 1 : 0);
    const property = fc.asyncProperty(arbitrary, (steps) => runOne(lane, steps));
    const result = await fc.check(property, { seed: seed + lane, numRuns });
    if (!result.failed) return;
    const [steps] = result.counterexample as [Steps];
    const title = `Failed after ${failed?.after} successful runs; repeat with MODEL_SEED=${seed} and the same number of runs`;
    const story = [String(result.errorInstance), ...(stories.get(steps) ?? []), JSON.stringify(steps)];
    throw new Error([title, ...story].join('\n'), { cause: result.errorInstance });
  }

  await Promise.all(Array.from({ length: Math.min(lanes, runs) }, (_, lane) => runLane(lane)));
  return done;
}

async function check(system: System, world: World): Promise<void> {
  const stored = await Promise.all(world.tenants.map(({ id }) => system.eventsOf(id)));
  for (const events of stored) checkInvariants(events);
  if (!world.isRacing) checkAnswered(world, stored.flat());
  const rows = await checkReadModels(system, stored.flat());
  if (!world.isRacing) checkRows(world, rows);
  await system.checkAnswers?.(world);
}

/** The store has as many sites, redemptions, and payouts or write-offs as were answered. */
function checkAnswered(world: World, stored: readonly { readonly type: string }[]): void {
  const count = (type: string) => stored.filter((event) => event.type === type).length;
  const answered = [world.sites.length, world.redemptions.length, world.payouts.length];
  const settled = count('PayoutGenerated') + count('BalanceWrittenOff');
  const inStore = [count('SiteCreated'), count('BenefitRedeemed'), settled];
  if (answered.join() !== inStore.join()) throw new Differs('sites, redemptions, payouts', answered, inStore);
}
