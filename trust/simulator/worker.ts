import { parentPort } from 'node:worker_threads';
import type { Counts } from '../figures/counts.ts';
import { runSeed } from './run-seed.ts';

/** Seeds from one to before another. */
export interface Asked {
  readonly from: number;
  readonly to: number;
}
export interface Told {
  readonly results: readonly {
    readonly seed: number;
    readonly counts: Counts;
    readonly violations: readonly string[];
  }[];
}

/** Refusals are thrown by the hundred, and nobody reads where from. */
Error.stackTraceLimit = 0;

/** A life that cannot go on to its end is a violation, too: nothing may stand still for good. */
async function oneSeed(seed: number): Promise<Told['results'][number]> {
  try {
    const { counts, violations } = await runSeed(seed);
    return { seed, counts, violations };
  } catch (error) {
    return { seed, counts: {}, violations: [`it came to no end: ${error}`] };
  }
}

const port = parentPort;
port?.on('message', async ({ from, to }: Asked) => {
  const results: Told['results'][number][] = [];
  for (let seed = from; seed < to; seed += 1) results.push(await oneSeed(seed));
  port.postMessage({ results } satisfies Told);
});
