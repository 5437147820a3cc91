import { parentPort } from 'node:worker_threads';
import type { Counts } from '../trust/part.ts';
import { runSeed } from './run-seed.ts';

/** Seeds from `from` (inclusive) to `to` (exclusive). */
export interface SeedRange {
  readonly from: number;
  readonly to: number;
}
export interface SeedResults {
  readonly results: readonly {
    readonly seed: number;
    readonly counts: Counts;
    readonly violations: readonly string[];
  }[];
}

/** Stack traces of refusals are costly and never read. */
Error.stackTraceLimit = 0;

/** A run that cannot end is a violation, too: no process may block permanently. */
async function oneSeed(seed: number): Promise<SeedResults['results'][number]> {
  try {
    const { counts, violations } = await runSeed(seed);
    return { seed, counts, violations };
  } catch (error) {
    return { seed, counts: {}, violations: [`the run did not end: ${error}`] };
  }
}

const port = parentPort;
port?.on('message', async ({ from, to }: SeedRange) => {
  const results: SeedResults['results'][number][] = [];
  for (let seed = from; seed < to; seed += 1) results.push(await oneSeed(seed));
  port.postMessage({ results } satisfies SeedResults);
});
