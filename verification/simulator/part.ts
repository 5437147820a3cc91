import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import {
  addCounts,
  type Budget,
  type Counts,
  isSpent,
  type Part,
  type PartResult,
  type Report,
  type Violation,
} from '../trust/part.ts';
import type { SeedRange, SeedResults } from './worker.ts';

/** Next to the bundle of this file (scripts/lib/build-trust.mjs). */
const WORKER = join(dirname(fileURLToPath(import.meta.url)), 'simulator-worker.js');
/** Seeds per message to a worker, and seeds between two lines of the report. */
const BATCH = 20;
const REPORT_EVERY = 500;
/** Garbage of several seeds fits in memory, which saves most garbage collections. */
const MEMORY = { maxYoungGenerationSizeMb: 64 };
/** One bug causes many violations; the first ones are enough. */
const MAX_VIOLATIONS = 20;

/** Routes, domain, command handler and projections over in-memory stores, with simulated time and random numbers. */
export const simulatorPart: Part = {
  name: 'simulator',
  about: 'the product over in-memory stores, in which every step may fail; then the oracle',
  unit: 'seeds',
  quick: 100,
  run: runSeeds,
};

async function runSeeds(budget: Budget, seed: number, report: Report): Promise<PartResult> {
  const violations: Violation[] = [];
  let counts: Counts = { seeds: 0 };
  let [next, nextReport] = [seed, REPORT_EVERY];
  const last = budget.count === null ? Number.POSITIVE_INFINITY : seed + budget.count;
  const isOver = () => isSpent(budget, next - seed) || violations.length >= MAX_VIOLATIONS;

  function take({ results }: SeedResults): void {
    for (const each of results) {
      counts = addCounts(counts, { seeds: 1, ...prefixed(each.counts) });
      for (const what of each.violations) {
        report(`simulator: seed ${each.seed}: ${what}`);
        violations.push({ what, again: `simulator --seed=${each.seed} --count 1` });
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
        const range: SeedRange = { from: next, to: Math.min(last, next + BATCH) };
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
function prefixed(counts: Counts): Counts {
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
