import { join } from 'node:path';
import type { Bench } from '../bench.ts';
import type { Cell } from '../cell.ts';
import { failureOf } from '../checks.ts';
import { COOKIE, visitorCookieOf } from '../data/accounts.ts';
import { customerLinkOf } from '../data/business.ts';
import { openShop, type Shop } from '../event-store/shop.ts';
import type { LoadRequest, LoadResult } from '../load/order.ts';
import { runLoad, startServer } from '../processes.ts';
import { PRODUCT, redeemCell } from '../redeem-cell.ts';
import { interleaved, type Measured } from '../rounds.ts';
import { worldOf } from './redeem.ts';

const CALLERS = 24;
const WORKLOAD = `${CALLERS} callers`;
/** Calls of one caller whose reads are counted. */
const COUNTED = 200;
const SUCCESS = '"success":true';

/** Few, so that every process has cached each QR before the measurement. */
const MAX_TREES = 200;
export const warmWorldOf = (bench: Bench) => {
  const world = worldOf(bench, 'uniform');
  return { ...world, trees: Math.min(MAX_TREES, world.trees) };
};

/** Compares redemptions on EventStoreDB with those on Postgres, and counts the `Read` calls of a command. */
export async function eventStoreDb(bench: Bench): Promise<readonly Cell[]> {
  const world = warmWorldOf(bench);
  bench.say('event-store-db: writing the events of a world');
  const shop = await openShop(bench, world);
  try {
    return await interleaved(bench, 'event-store-db', [
      {
        ...{ workload: WORKLOAD, contender: PRODUCT },
        measure: () => redeemCell(bench, { contender: PRODUCT, world, callers: CALLERS, readBack: false }),
      },
      { workload: WORKLOAD, contender: shop.contender, measure: () => measure(bench, shop) },
    ]);
  } finally {
    await shop.close();
  }
}

async function measure(bench: Bench, shop: Shop): Promise<Measured> {
  const { server: events, env } = shop;
  const server = await startServer(bench.programs, join(bench.programs.productDir, 'standalone.js'), { env });
  try {
    await shop.check();
    const load = await redeem(bench, shop, server.url, {
      callers: CALLERS,
      warmUpMs: bench.scale.warmUpMs,
      warmUpOperations: bench.scale.warmUpOperations,
      measureMs: bench.scale.measureMs,
      watched: [server.pid, bench.databases.serverPid, ...(events.pid === null ? [] : [events.pid])],
    });
    const reads = await counted(shop, () => redeem(bench, shop, server.url, { requests: shop.requests(COUNTED) }));
    const readsOfScans = await counted(shop, () => scan(bench, server.url));
    const [inServer, inPostgres, inEventStore] = load.cpuUs;
    const figures = {
      'per second': load.perSecond,
      'p50 ms': load.latency.p50,
      'p99 ms': load.latency.p99,
      'server CPU µs': inServer ?? 0,
      'Postgres CPU µs': inPostgres ?? 0,
      ...(inEventStore === undefined ? {} : { 'event store CPU µs': inEventStore }),
      ...(reads === null ? {} : { 'Read calls for a redemption': reads }),
      ...(readsOfScans === null ? {} : { 'Read calls for a scan': readsOfScans }),
    };
    return { figures, void: failureOf(load) ?? (await shop.check()) };
  } finally {
    await server.stop();
  }
}

/** Calls of `Read` for each call of a load. Null: the server does not count them. */
async function counted({ server }: Shop, load: () => Promise<LoadResult>): Promise<number | null> {
  const before = await server.reads();
  const result = await load();
  const after = await server.reads();
  const failure = failureOf(result);
  if (failure !== null) throw new Error(failure);
  return before === null || after === null ? null : (after - before) / result.good;
}

/** Defaults of a load: one caller makes each request once. */
const COUNTING = { callers: 1, rate: null, warmUpMs: 0, measureMs: 60_000, watched: [], repeat: false } as const;

export async function redeem(
  bench: Bench,
  shop: Shop,
  url: string,
  order: Partial<Parameters<typeof runLoad>[1]>,
): Promise<LoadResult> {
  const requests = shop.requests();
  const rest = { url, requests, cookie: COOKIE, expect: SUCCESS, projectedAt: null, ...order };
  const load = await runLoad(bench.programs, { ...COUNTING, ...rest });
  shop.redeemed(load.good);
  return load;
}

let visitors = 0;
/** Scans by visitors with a cookie and no earlier scan. */
function scan(bench: Bench, url: string): Promise<LoadResult> {
  const requests = Array.from({ length: COUNTED }, (_, n): LoadRequest => {
    visitors += 1;
    const body = { token: customerLinkOf(n % warmWorldOf(bench).trees) };
    return { method: 'POST', path: '/api/scan', body, cookie: visitorCookieOf(1_000_000 + visitors) };
  });
  const rest = { url, requests, cookie: '', expect: SUCCESS, projectedAt: null };
  return runLoad(bench.programs, { ...COUNTING, ...rest });
}
