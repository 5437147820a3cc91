import { isSpent, type Part, type Violation } from '../../trust/part.ts';
import { openAttackedWorld } from '../attacked-world.ts';
import { withServer } from '../with-server.ts';
import { raceRandomPairs } from './race.ts';

/** Races in one product; then its history and rows are checked, and a new product is composed. */
const ROUND = 300;

/** Races writes against themselves and each other on the same objects, then checks history and rows. */
export const racesPart: Part = {
  name: 'races',
  about: 'every write concurrently with itself and others: one answer to a key, and a correct history',
  unit: 'races',
  quick: ROUND,
  longestTurnMs: 120_000,
  run: (budget, seed, report) =>
    withServer(async (server) => {
      const violations: Violation[] = [];
      let races = 0;
      do {
        const world = await openAttackedWorld(server);
        const first = races;
        const own = seed + first;
        const mayContinue = (done: number) => done < ROUND && !isSpent(budget, first + done);
        const { races: done, faults } = await raceRandomPairs(world, { seed: own, mayContinue });
        races += done;
        const again = `races --seed ${own} --count ${ROUND}`;
        violations.push(...faults.map((what) => ({ what, again })));
        await world.composed.close().catch((error: Error) => violations.push({ what: error.message, again }));
        report(`races: ${races}`);
      } while (!isSpent(budget, races) && violations.length === 0);
      return { counts: { races }, violations };
    }),
};
