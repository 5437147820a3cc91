import { join } from 'node:path';
import type { Bench } from './bench.ts';
import { backlogOf, failureOf, faultInPlainTables, faultInProduct } from './checks.ts';
import { COOKIE } from './data/accounts.ts';
import { tokenOf } from './data/visits.ts';
import { openVisits, type World } from './data/worlds.ts';
import type { CellDatabase } from './databases.ts';
import type { LoadRequest, LoadResult } from './load/order.ts';
import { runLoad, type Server, startProduct, startServer } from './processes.ts';
import type { Measured } from './rounds.ts';

export const PRODUCT = 'product';
export const TRANSACTION = 'transaction';
export const FUNCTION = 'function';
export const EMPTY = 'empty';
/** CPU time of the server and Postgres per operation. */
export const BOTH_CPU = 'server and Postgres CPU µs';
export type Contender = typeof PRODUCT | typeof TRANSACTION | typeof FUNCTION | typeof EMPTY;

export interface RedeemCell {
  readonly contender: Contender;
  readonly world: World;
  readonly callers: number;
  /** Requests a second; null: as fast as answers come. */
  readonly rate?: number | null;
  /** Operations end when the read models include them; those of opponents, which have none, when answered. */
  readonly readBack: boolean;
}

/** Runs a work with the server of a contender on a copy of a world. */
export async function withContender<T>(
  bench: Bench,
  contender: Contender,
  world: World,
  work: (server: Server, database: CellDatabase) => Promise<T>,
): Promise<T> {
  const database = await bench.databases.copyOf(world);
  try {
    const server = await serve(bench, contender, database);
    try {
      return await work(server, database);
    } finally {
      await server.stop();
    }
  } finally {
    await database.drop();
  }
}

function serve(bench: Bench, contender: Contender, database: CellDatabase): Promise<Server> {
  if (contender === PRODUCT) return startProduct(bench.programs, database.url);
  const program = join(bench.programs.benchDir, 'opponents.js');
  return startServer(bench.programs, program, { args: [contender], env: { DATABASE_URL: database.url } });
}

const redemptions = new WeakMap<World, readonly LoadRequest[]>();
/** A redemption at the counter for each open scan of a world. */
export function redemptionsOf(world: World): readonly LoadRequest[] {
  const known = redemptions.get(world);
  if (known) return known;
  const made = openVisits(world).map(
    (visit) => ({ method: 'POST', path: '/api/staff/redeem', body: { token: tokenOf(visit) } }) as const,
  );
  redemptions.set(world, made);
  return made;
}

/** Measures redemptions at the counter of one contender, and checks the stored result. */
export function redeemCell(bench: Bench, cell: RedeemCell): Promise<Measured> {
  const { contender, world, callers, rate = null, readBack } = cell;
  return withContender(bench, contender, world, async (server, database) => {
    const load = await runLoad(bench.programs, {
      ...{ url: server.url, callers, rate, cookie: COOKIE, expect: '"success":true' },
      requests: redemptionsOf(world),
      repeat: contender === EMPTY,
      warmUpMs: bench.scale.warmUpMs,
      warmUpOperations: bench.scale.warmUpOperations,
      measureMs: bench.scale.measureMs,
      watched: [server.pid, bench.databases.serverPid],
      projectedAt: readBack && contender === PRODUCT ? database.url : null,
    });
    return { figures: figuresOf(load), void: await faultOf(contender, database, world, load) };
  });
}

async function faultOf(
  contender: Contender,
  { pool }: CellDatabase,
  { redeemedBefore: before }: World,
  load: LoadResult,
): Promise<string | null> {
  const { good } = load;
  const backlog = contender === PRODUCT ? await backlogOf(pool) : 0;
  const failure = failureOf(load);
  if (failure !== null) return failure;
  if (load.ranOut) return 'there were too few scans to redeem';
  if (contender === EMPTY) return null;
  if (contender === PRODUCT) return faultInProduct(pool, { good, before, backlog });
  return faultInPlainTables(pool, { good, before });
}

function figuresOf(load: LoadResult): Record<string, number> {
  return {
    'per second': load.perSecond,
    'p50 ms': load.latency.p50,
    'p99 ms': load.latency.p99,
    ...(load.lag.count > 0 ? { 'lag p99 ms': load.lag.p99 } : {}),
    'server CPU µs': load.cpuUs[0] ?? 0,
    'Postgres CPU µs': load.cpuUs[1] ?? 0,
    [BOTH_CPU]: (load.cpuUs[0] ?? 0) + (load.cpuUs[1] ?? 0),
  };
}
