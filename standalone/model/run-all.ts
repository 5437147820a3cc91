import * as fc from 'fast-check';
import { Differs } from './commands/command.ts';
import { checkInvariants } from './invariants/check.ts';
import { checkReadModels } from './read-models.ts';
import type { World } from './reference.ts';
import { checkRows } from './reference-rows.ts';
import type { Story } from './run.ts';
import type { System } from './system.ts';

/** Runs that are under way at once, each with people of its own: most of a run is waiting for the database. */
const MOST_LANES = 24;
/** Longest search for a smaller example of a failure. */
const SHRINKING_MS = 30_000;

/** Does so many runs, and checks after each what must hold then. A failure has been shrunk, and tells its whole story. */
export async function runAll<Steps extends object>(
  system: System,
  asked: { readonly seed: number; readonly runs: number; readonly steps: fc.Arbitrary<Steps>; readonly lanes?: number },
  run: (steps: Steps, story: Story) => Promise<World>,
): Promise<number> {
  const { seed, runs, steps: arbitrary, lanes = MOST_LANES } = asked;
  const stories = new WeakMap<Steps, Story>();
  let failed: { readonly lane: number; readonly at: number; readonly after: number } | null = null;
  let done = 0;

  async function runOne(lane: number, steps: Steps): Promise<void> {
    // One failure is enough; what is left out here counts as passed, which ends the search for a smaller one.
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
    const title = `Failed after ${failed?.after} good runs; MODEL_SEED=${seed} with as many runs does them again`;
    const story = [String(result.errorInstance), ...(stories.get(steps) ?? []), JSON.stringify(steps)];
    throw new Error([title, ...story].join('\n'), { cause: result.errorInstance });
  }

  await Promise.all(Array.from({ length: Math.min(lanes, runs) }, (_, lane) => runLane(lane)));
  return done;
}

async function check(system: System, world: World): Promise<void> {
  const stored = await Promise.all(world.tenants.map(({ id }) => system.eventsOf(id)));
  for (const events of stored) checkInvariants(events);
  if (!world.isRacing) checkTold(world, stored.flat());
  const rows = await checkReadModels(system, stored.flat());
  if (!world.isRacing) checkRows(world, rows);
  await system.checkAnswers?.(world);
}

/** Everything that is stored was told: as many redemptions and payouts as there were answers of them. */
function checkTold(world: World, stored: readonly { readonly type: string }[]): void {
  const count = (type: string) => stored.filter((event) => event.type === type).length;
  const told = [world.sites.length, world.redemptions.length, world.payouts.length];
  const is = [count('SiteCreated'), count('BenefitRedeemed'), count('PayoutGenerated')];
  if (told.join() !== is.join()) throw new Differs('sites, redemptions, payouts', told, is);
}
