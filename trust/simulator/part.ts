import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { addCounts, type Counts } from '../figures/counts.ts';
import type { Budget, Part, PartResult, Report, Violation } from '../part.ts';
import type { Asked, Told } from './worker.ts';

/** Beside the bundle that this becomes a part of (scripts/trust.mjs). */
const WORKER = join(dirname(fileURLToPath(import.meta.url)), 'simulator-worker.js');
/** Seeds that a worker is given at once, and how many lie between two lines of the report. */
const HANDFUL = 20;
const TOLD_EVERY = 500;
/** What a seed makes is thrown away with it: room for several of them spares most of the collecting. */
const MEMORY = { maxYoungGenerationSizeMb: 64 };
/** Of those that follow from one bug, the first few are enough. */
const MOST_VIOLATIONS = 20;

/** The real domain, command handler, projector and jobs on simulated time, chance, store and database: a life for each seed. */
export const simulatorPart: Part = {
  name: 'simulator',
  about: 'lives of the product from a seed, in one thread, in which every step may fail; then the oracle',
  unit: 'seeds',
  quick: 2_000,
  run: runSeeds,
};

async function runSeeds({ count, until }: Budget, seed: number, report: Report): Promise<PartResult> {
  const violations: Violation[] = [];
  let counts: Counts = { seeds: 0 };
  let [next, told] = [seed, TOLD_EVERY];
  const last = count === null ? Number.POSITIVE_INFINITY : seed + count;
  const isOver = () => next >= last || (until !== null && Date.now() >= until) || violations.length >= MOST_VIOLATIONS;

  function take({ results }: Told): void {
    for (const each of results) {
      counts = addCounts(counts, { seeds: 1, ...named(each.counts) });
      for (const what of each.violations) {
        report(`simulator: seed ${each.seed}: ${what}`);
        violations.push({ what, seed: each.seed, again: `simulator --seed=${each.seed} --count 1` });
      }
    }
    if ((counts.seeds ?? 0) < told) return;
    report(`simulator: ${counts.seeds} seeds, ${violations.length} violations`);
    told += TOLD_EVERY;
  }

  async function work(): Promise<void> {
    const worker = new Worker(WORKER, { resourceLimits: MEMORY });
    try {
      while (!isOver()) {
        const asked: Asked = { from: next, to: Math.min(last, next + HANDFUL) };
        next = asked.to;
        take(await answerOf(worker, asked));
      }
    } finally {
      await worker.terminate();
    }
  }

  await Promise.all(Array.from({ length: Math.max(1, availableParallelism()) }, work));
  return { counts, violations };
}

/** What is done by the simulator is told apart from what happens to real processes. */
function named(counts: Counts): Counts {
  return Object.fromEntries(Object.entries(counts).map(([what, count]) => [`simulated ${what}`, count]));
}

function answerOf(worker: Worker, asked: Asked): Promise<Told> {
  return new Promise((done, fail) => {
    worker.once('error', fail);
    worker.once('message', (told: Told) => {
      worker.off('error', fail);
      done(told);
    });
    worker.postMessage(asked);
  });
}
