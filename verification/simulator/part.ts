import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { addCounts, type Counts } from '../trust/figures/counts.ts';
import type { Budget, Part, PartResult, Report, Violation } from '../trust/part.ts';
import type { SeedRange, SeedResults } from './worker.ts';

/** Beside the bundle that this becomes a part of (scripts/trust.mjs). */
const WORKER = join(dirname(fileURLToPath(import.meta.url)), 'simulator-worker.js');
/** Seeds that a worker is given at once, and how many lie between two lines of the report. */
const HANDFUL = 20;
const REPORT_EVERY = 500;
/** Garbage of several seeds fits in memory, which saves most garbage collections. */
const MEMORY = { maxYoungGenerationSizeMb: 64 };
/** Of those that follow from one bug, the first few are enough. */
const MOST_VIOLATIONS = 20;

/** Routes, domain, command handler and projections over stores in memory, on simulated time and chance: one run a seed. */
export const simulatorPart: Part = {
  name: 'simulator',
  about: 'runs of the product over stores in memory, in which every step may fail; then the oracle',
  unit: 'seeds',
  quick: 100,
  run: runSeeds,
};

async function runSeeds({ count, until }: Budget, seed: number, report: Report): Promise<PartResult> {
  const violations: Violation[] = [];
  let counts: Counts = { seeds: 0 };
  let [next, nextReport] = [seed, REPORT_EVERY];
  const last = count === null ? Number.POSITIVE_INFINITY : seed + count;
  const isOver = () => next >= last || (until !== null && Date.now() >= until) || violations.length >= MOST_VIOLATIONS;

  function take({ results }: SeedResults): void {
    for (const each of results) {
      counts = addCounts(counts, { seeds: 1, ...named(each.counts) });
      for (const what of each.violations) {
        report(`simulator: seed ${each.seed}: ${what}`);
        violations.push({ what, seed: each.seed, again: `simulator --seed=${each.seed} --count 1` });
      }
    }
    if ((counts.seeds ?? 0) < nextReport) return;
    report(`simulator: ${counts.seeds} seeds, ${violations.length} violations`);
    nextReport += REPORT_EVERY;
  }

  async function work(): Promise<void> {
    const worker = new Worker(WORKER, { resourceLimits: MEMORY });
    try {
      while (!isOver()) {
        const range: SeedRange = { from: next, to: Math.min(last, next + HANDFUL) };
        next = range.to;
        take(await answerOf(worker, range));
      }
    } finally {
      await worker.terminate();
    }
  }

  await Promise.all(Array.from({ length: Math.max(1, availableParallelism()) }, work));
  return { counts, violations };
}

/** Prefixes the names of counts, which other parts use for real processes. */
function named(counts: Counts): Counts {
  return Object.fromEntries(Object.entries(counts).map(([what, count]) => [`simulated ${what}`, count]));
}

function answerOf(worker: Worker, range: SeedRange): Promise<SeedResults> {
  return new Promise((done, fail) => {
    worker.once('error', fail);
    worker.once('message', (results: SeedResults) => {
      worker.off('error', fail);
      done(results);
    });
    worker.postMessage(range);
  });
}
