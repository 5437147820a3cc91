import { startEventStoreDbDouble } from '@perktree/event-store/testing/event-store-db-double/double';
import { redisServerPath, startTestRedis } from '@perktree/platform/jobs/testing/redis-server';
import { startServer } from './postgres-server.ts';
import { PROGRAM, type Product, removeData, SERVICES_PROGRAM, startProduct } from './product.ts';

/** For two of each service, with all their pools. */
const MANY_CONNECTIONS = 200;

export interface RunningSetUp {
  readonly product: Product;
  stop(): Promise<void>;
}

/** The ways in which the product is run. What it does is the same in all of them. */
export const SET_UPS = {
  embedded: async () => running(await startProduct()),
  'a Postgres server': () => onServers({ program: PROGRAM }),
  'Postgres and Redis, services apart, two of each': () => onServers({ program: SERVICES_PROGRAM, redis: true }),
  'EventStoreDB, Postgres and Redis, services apart, two of each': () =>
    onServers({ program: SERVICES_PROGRAM, redis: true, eventStore: true }),
} as const satisfies Record<string, () => Promise<RunningSetUp>>;

/**
 * On servers of their own. EventStoreDB is the one that EVENT_STORE_URL names, or one that speaks its protocol and keeps
 * its events in memory; Redis the one of this machine, and where there is none the jobs are queued in Postgres.
 */
async function onServers(options: { program: string; redis?: boolean; eventStore?: boolean }): Promise<RunningSetUp> {
  const stops: (() => Promise<unknown>)[] = [];
  const stopAll = async () => {
    for (const stop of stops.splice(0).reverse()) await stop();
  };
  try {
    const server = await startServer({ maxConnections: MANY_CONNECTIONS });
    stops.push(() => server.stop());
    const env: Record<string, string> = { DATABASE_URL: server.url };
    if (options.redis && redisServerPath !== null) {
      const redis = await startTestRedis();
      stops.push(() => redis.close());
      env.REDIS_URL = redis.url;
    }
    if (options.eventStore) {
      const events = process.env.EVENT_STORE_URL ? null : await startEventStoreDbDouble();
      if (events) stops.push(() => events.close());
      env.EVENT_STORE_URL = events?.urls[0] ?? String(process.env.EVENT_STORE_URL);
    }
    return running(await startProduct({ program: options.program, env }), stopAll);
  } catch (error) {
    await stopAll();
    throw error;
  }
}

function running(product: Product, stopServers: () => Promise<void> = async () => {}): RunningSetUp {
  return {
    product,
    async stop() {
      await product.stop();
      removeData(product);
      await stopServers();
    },
  };
}
