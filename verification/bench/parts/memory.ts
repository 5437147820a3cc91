import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench } from '../bench.ts';
import type { Cell } from '../cell.ts';
import { failureOf } from '../checks.ts';
import { COOKIE } from '../data/accounts.ts';
import { peakMb, treeMb } from '../memory-of.ts';
import { runLoad, runProgramToEnd, startServer } from '../processes.ts';
import { redemptionsOf } from '../redeem-cell.ts';
import { interleaved, type Measured } from '../rounds.ts';
import { worldOf } from './redeem.ts';

const CALLERS = 256;
const ROUNDS = 2;

/** Memory of the product: idle with its own database, serving 256 callers, and rebuilding. */
export async function memory(bench: Bench): Promise<readonly Cell[]> {
  return interleaved(
    bench,
    'memory',
    [
      { workload: 'whole embedded product, idle', contender: 'product', measure: () => idle(bench) },
      { workload: 'command service at 256 callers', contender: 'product', measure: () => busy(bench) },
      { workload: 'rebuild', contender: 'product', measure: () => rebuilding(bench) },
    ],
    Math.min(ROUNDS, bench.scale.rounds),
  );
}

async function idle(bench: Bench): Promise<Measured> {
  const server = await startServer(bench.programs, join(bench.programs.productDir, 'standalone.js'));
  try {
    await sleep(2 * bench.scale.warmUpMs);
    return { figures: { MB: treeMb(server.pid) }, void: null };
  } finally {
    await server.stop();
  }
}

/** A separate command service beside a projector. */
async function busy(bench: Bench): Promise<Measured> {
  const world = worldOf(bench, 'uniform');
  const database = await bench.databases.copyOf(world);
  const env = { DATABASE_URL: database.url, PUBLIC_URL: 'http://127.0.0.1:3000' };
  const program = (name: string) => join(bench.programs.productDir, `${name}.js`);
  try {
    const projector = await startServer(bench.programs, program('projector'), { env });
    try {
      const server = await startServer(bench.programs, program('command-service'), { env });
      try {
        const load = await runLoad(bench.programs, {
          ...{ url: server.url, callers: CALLERS, rate: null, cookie: COOKIE, expect: '"success":true' },
          requests: redemptionsOf(world),
          ...{ repeat: false, projectedAt: database.url },
          watched: [],
          warmUpMs: bench.scale.warmUpMs,
          measureMs: bench.scale.measureMs,
        });
        return { figures: { MB: peakMb(server.pid), 'per second': load.perSecond }, void: failureOf(load) };
      } finally {
        await server.stop();
      }
    } finally {
      await projector.stop();
    }
  } finally {
    await database.drop();
  }
}

async function rebuilding(bench: Bench): Promise<Measured> {
  const database = await bench.databases.copyOf(worldOf(bench, 'uniform'));
  try {
    let peak = 0;
    const env = { DATABASE_URL: database.url };
    await runProgramToEnd(join(bench.programs.productDir, 'perktree.js'), ['rebuild'], env, (pid) => {
      peak = Math.max(peak, peakMb(pid));
    });
    return { figures: { MB: peak }, void: null };
  } finally {
    await database.drop();
  }
}
