import type { Part, Violation } from '../../trust/part.ts';
import { openAttackedWorld } from '../attacked-world.ts';
import { withServer } from '../with-server.ts';
import { raceRandomPairs } from './race.ts';

/** Races in one product before its history and rows are checked and a new one is composed. */
const ROUND = 300;

/** Every write against itself and every other, concurrently on the same objects; then checks history and rows. */
export const racesPart: Part = {
  name: 'races',
  about: 'every write against itself and its rivals: one answer to a key, and a history in which everything is right',
  unit: 'races',
  quick: ROUND,
  longestTurnMs: 120_000,
  run: ({ count, until }, seed, report) =>
    withServer(async (server) => {
      const violations: Violation[] = [];
      let races = 0;
      const isOver = (done: number) => (count !== null && done >= count) || (until !== null && Date.now() >= until);
      do {
        const world = await openAttackedWorld(server);
        const first = races;
        const own = seed + first;
        const mayContinue = (done: number) => done < ROUND && !isOver(first + done);
        const { races: done, faults } = await raceRandomPairs(world, { seed: own, mayContinue });
        races += done;
        const again = `races --seed ${own} --count ${ROUND}`;
        violations.push(...faults.map((what) => ({ what, seed: own, again })));
        await world.composed
          .close()
          .catch((error: Error) => violations.push({ what: error.message, seed: own, again }));
        report(`races: ${races}`);
      } while (!isOver(races) && violations.length === 0);
      return { counts: { races }, violations };
    }),
};
