import { ROOT } from '@perktree/e2e/support/product';
import { withServer } from '../attacks/with-server.ts';
import type { Part, Violation } from '../part.ts';
import type { PlantedBug } from './bug.ts';
import { ALL_BUGS } from './bugs/all-bugs.ts';
import { copyTree } from './copy-tree.ts';
import { plant } from './plant.ts';
import { runCheck } from './run-check.ts';

const QUICK = ALL_BUGS.filter(({ isQuick }) => isQuick);
const LEAST_QUICK = 10;
/** Of what a check printed, in characters. */
const MOST_TOLD = 600;

/** Bugs of our own, one at a time: each must be caught by the check that is there for it. */
export const plantedPart: Part = {
  name: 'planted',
  about: 'bugs planted in a copy of the sources, one at a time: each must make the check fail that is there for it',
  unit: 'planted bugs',
  quick: LEAST_QUICK,
  longestTurnMs: 20 * 60_000,
  run: ({ count, until }, seed, report) =>
    withServer(async ({ adminUrl }) => {
      const violations: Violation[] = [];
      const tell = (what: string) => violations.push({ what, seed, again: 'planted' });
      const chosen = count === null ? ALL_BUGS : [...QUICK, ...ALL_BUGS.filter((b) => !b.isQuick)].slice(0, count);
      const { folder, remove } = copyTree(ROOT);
      let caught = 0;
      let planted = 0;
      try {
        const sound = new Map<string, boolean>();
        for (const bug of chosen) {
          if (until !== null && Date.now() >= until) break;
          // In a quick run the suite itself says that the checks pass without a bug.
          const isSound = count !== null || (sound.get(bug.caughtBy) ?? (await passes(folder, bug, adminUrl, tell)));
          sound.set(bug.caughtBy, isSound);
          if (!isSound) continue;
          const isCaught = await isFound(folder, bug, adminUrl, tell);
          planted += 1;
          caught += isCaught ? 1 : 0;
          report(`planted: ${isCaught ? 'caught' : 'BLIND'}: ${bug.name} (${bug.caughtBy})`);
        }
      } finally {
        remove();
      }
      return { counts: { 'planted bugs': planted, 'planted bugs caught': caught }, violations };
    }),
};

type Tell = (what: string) => void;

/** Whether a check passes without the bug: else it proves nothing. */
async function passes(folder: string, { caughtBy }: PlantedBug, databaseUrl: string, tell: Tell): Promise<boolean> {
  const { outcome, output } = await runCheck(folder, caughtBy, databaseUrl);
  if (outcome !== 'passed') tell(`${caughtBy} does not pass without a bug: ${output.slice(-MOST_TOLD)}`);
  return outcome === 'passed';
}

async function isFound(folder: string, bug: PlantedBug, databaseUrl: string, tell: Tell): Promise<boolean> {
  const putBack = plant(folder, bug);
  const { outcome, output } = await runCheck(folder, bug.caughtBy, databaseUrl);
  putBack();
  if (outcome === 'failed') return true;
  const why = outcome === 'passed' ? 'passed with it' : `did not run: ${output.slice(-MOST_TOLD)}`;
  tell(`blind to "${bug.name}": ${bug.caughtBy} ${why}`);
  return false;
}
