import { join } from 'node:path';
import { createPostgresEventStore } from '@perktree/event-store/postgres/postgres-event-store';
import type { World } from '../data/worlds.ts';
import { startServer } from '../processes.ts';
import type { Cell } from '../report.ts';
import { type Bench, interleaved } from '../rounds.ts';
import { type Contender, Stack } from '../stack.ts';

export const PRODUCT = 'product';
export const FUNCTION = 'function';
export const TRANSACTION = 'transaction';
export const ONE_CALLER = '1 caller';
export const MANY_CALLERS = '64 callers';
export const OPEN_LOOP = '500 a second';
export const SERVER = 'server CPU µs';

const LOADS = {
  [ONE_CALLER]: { callers: 1, isShown: true },
  [MANY_CALLERS]: { callers: 64, isShown: true },
  [OPEN_LOOP]: { callers: 256, rate: 500, isShown: true },
} as const;

/** The product as one process beside what one would write instead: a transaction, and a single SQL function. */
export async function redeem(bench: Bench): Promise<readonly Cell[]> {
  const { trees, scans } = bench.scale;
  const world: World = { trees, spread: scans.oneProcess, hot: 0 };
  const stacks: Stack[] = [];
  try {
    for (const name of [PRODUCT, FUNCTION, TRANSACTION]) {
      bench.say(`starting ${name}`);
      const stack = new Stack(bench, await start(bench, world, name));
      stacks.push(stack);
      await stack.warmUp(64, bench.scale.warmUp);
      // Batches of one take other ways through the code.
      await stack.warmUp(1, bench.scale.warmUp / 2);
    }
    const [product, sqlFunction, transaction] = stacks as [Stack, Stack, Stack];
    return await interleaved(bench, [
      ...Object.entries(LOADS).flatMap(([workload, load]) => [
        { workload, contender: PRODUCT, measure: () => product.measure(load) },
        { workload, contender: FUNCTION, measure: () => sqlFunction.measure(load) },
      ]),
      {
        ...{ workload: MANY_CALLERS, contender: TRANSACTION },
        measure: () => transaction.measure(LOADS[MANY_CALLERS]),
      },
    ]);
  } finally {
    for (const stack of stacks) await stack.stop();
  }
}

async function start({ databases, programs }: Bench, world: World, name: string): Promise<Contender> {
  const database = await databases.copyOf(world);
  const isProduct = name === PRODUCT;
  const program = isProduct ? join(programs.productDir, 'standalone.js') : join(programs.benchDir, 'opponents.js');
  const args = isProduct ? [] : [name];
  const server = await startServer(programs, program, { args, env: { DATABASE_URL: database.url } });
  return {
    ...{ world, database, answering: [server], servers: [server], watched: { [SERVER]: [server] } },
    store: isProduct ? createPostgresEventStore({ connectionString: database.url }) : null,
  };
}
