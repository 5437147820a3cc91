import { isSpent, type Part, type Violation } from '../../trust/part.ts';
import { openAttackedWorld } from '../attacked-world.ts';
import { withServer } from '../with-server.ts';
import { fuzz } from './fuzz.ts';

/** Requests to one product before a new, empty one is composed, which bounds the data. */
const ROUND = 50_000;
const REPORT_EVERY = 10_000;

/** Every call, fuzzed from its schema by people of every role, with ids of three businesses. */
export const fuzzPart: Part = {
  name: 'fuzz',
  about:
    'requests generated from the schemas of all calls: no fault, no undeclared refusal, no data of another business',
  unit: 'requests',
  quick: 80_000,
  run: (budget, seed, report) =>
    withServer(async (server) => {
      const violations: Violation[] = [];
      const byKind: Record<string, number> = {};
      let requests = 0;
      const isOver = (done: number) => isSpent(budget, done) || violations.length > 0;
      while (!isOver(requests)) {
        const world = await openAttackedWorld(server);
        const first = requests;
        let reported = 0;
        const mayContinue = (sent: number) => {
          if (sent >= reported + REPORT_EVERY) {
            reported = sent;
            report(`fuzz: ${first + sent} requests`);
          }
          return sent < ROUND && !isOver(first + sent);
        };
        const done = await fuzz(world, { seed, first, mayContinue });
        requests += done.requests;
        for (const { n, what } of done.violations) {
          report(`fuzz: request ${n}: ${what}`);
          violations.push(violationOf(`request ${n}: ${what}`, seed, n));
        }
        for (const [status, times] of done.statuses) {
          const kind = `requests answered ${Math.floor(status / 100)}xx`;
          byKind[kind] = (byKind[kind] ?? 0) + times;
        }
        // Fails if a refusal was answered that the reference does not list.
        await world.composed
          .close()
          .catch((error: Error) => violations.push(violationOf(error.message, seed, requests)));
      }
      return { counts: { requests, ...byKind }, violations };
    }),
};

const violationOf = (what: string, seed: number, n: number): Violation => ({
  what,
  again: `fuzz --seed ${seed} --count ${n + 1}`,
});
