import { join } from 'node:path';
import type { Bench } from '../bench.ts';
import type { Cell } from '../cell.ts';
import { backlogOf, failureOf, faultInProduct } from '../checks.ts';
import { COOKIE } from '../data/accounts.ts';
import { openShop, type Shop } from '../event-store/shop.ts';
import type { LoadResult } from '../load/order.ts';
import { runLoad, type Server, startServer } from '../processes.ts';
import { PRODUCT, redemptionsOf } from '../redeem-cell.ts';
import { interleaved, type Measured } from '../rounds.ts';
import { redeem, warmWorldOf } from './event-store-db.ts';
import { CALLERS } from './redeem.ts';

const ROUNDS = 2;

interface Services {
  readonly commands: readonly Server[];
  readonly projector: Server;
}

/** Separate services: one projector, and an increasing number of command services that share the callers. */
export async function scaleOut(bench: Bench): Promise<readonly Cell[]> {
  bench.say('scale-out: writing the events of a world');
  const shop = await openShop(bench, warmWorldOf(bench));
  try {
    const contestants = bench.scale.services.flatMap((count) => {
      const workload = `${count} command ${count === 1 ? 'service' : 'services'}`;
      return [
        { workload, contender: PRODUCT, measure: () => onPostgres(bench, count) },
        { workload, contender: shop.contender, measure: () => onEventStore(bench, shop, count) },
      ];
    });
    return await interleaved(bench, 'scale-out', contestants, Math.min(ROUNDS, bench.scale.rounds));
  } finally {
    await shop.close();
  }
}

async function onPostgres(bench: Bench, count: number): Promise<Measured> {
  const world = warmWorldOf(bench);
  const database = await bench.databases.copyOf(world);
  try {
    return await withServices(bench, count, { DATABASE_URL: database.url }, async (services) => {
      const load = await runLoad(bench.programs, {
        ...orderOf(bench, services, []),
        ...{ cookie: COOKIE, expect: '"success":true', requests: redemptionsOf(world) },
        ...{ rate: null, repeat: false, projectedAt: null },
      });
      const backlog = await backlogOf(database.pool);
      const fault = await faultInProduct(database.pool, { good: load.good, before: 0, backlog });
      return measured(services, load, fault);
    });
  } finally {
    await database.drop();
  }
}

function onEventStore(bench: Bench, shop: Shop, count: number): Promise<Measured> {
  return withServices(bench, count, shop.env, async (services) => {
    await shop.check();
    const { pid } = shop.server;
    const order = orderOf(bench, services, pid === null ? [] : [pid]);
    const load = await redeem(bench, shop, order.url, order);
    return measured(services, load, await shop.check());
  });
}

async function withServices(
  bench: Bench,
  count: number,
  engines: Record<string, string>,
  work: (services: Services) => Promise<Measured>,
): Promise<Measured> {
  const env = { ...engines, PUBLIC_URL: 'http://127.0.0.1:3000' };
  const started: Server[] = [];
  const start = async (name: string) => {
    const server = await startServer(bench.programs, join(bench.programs.productDir, `${name}.js`), { env });
    started.push(server);
    return server;
  };
  try {
    const projector = await start('projector');
    const commands: Server[] = [];
    for (let n = 0; n < count; n += 1) commands.push(await start('command-service'));
    return await work({ commands, projector });
  } finally {
    for (const server of started.reverse()) await server.stop();
  }
}

function orderOf({ scale, databases }: Bench, { commands, projector }: Services, others: readonly number[]) {
  const [first, ...rest] = commands.map(({ url }) => url);
  return {
    ...{ url: first as string, others: rest, callers: CALLERS, warmUpMs: scale.warmUpMs },
    ...{ warmUpOperations: scale.warmUpOperations * commands.length, measureMs: scale.measureMs },
    watched: [projector.pid, databases.serverPid, ...commands.map(({ pid }) => pid), ...others],
  };
}

function measured({ commands }: Services, load: LoadResult, fault: string | null): Measured {
  const [inProjector = 0, inPostgres = 0, ...others] = load.cpuUs;
  const inCommands = others.slice(0, commands.length).reduce((sum, each) => sum + each, 0);
  const inEventStore = others[commands.length];
  const figures = {
    'per second': load.perSecond,
    'p50 ms': load.latency.p50,
    'p99 ms': load.latency.p99,
    'command services CPU µs': inCommands,
    'projector CPU µs': inProjector,
    'Postgres CPU µs': inPostgres,
    ...(inEventStore === undefined ? {} : { 'event store CPU µs': inEventStore }),
  };
  return { figures, void: failureOf(load) ?? fault };
}
