import { join } from 'node:path';
import { startEventStoreDbDouble } from '@perktree/event-store/testing/event-store-db-double/double';
import { hasRedis, startTestRedis } from '@perktree/platform/jobs/testing/redis-server';
import { connectToRunning } from '@perktree/platform/postgres/embedded/running';
import { startServer } from './postgres-server.ts';
import { type Product, SERVICES_PROGRAM, startProduct } from './product.ts';

/** Enough connections for two instances of each service with all their pools. */
const MANY_CONNECTIONS = 200;

/** The stores of a set-up, for tests that inspect them. */
export interface Engines {
  readonly databaseUrl: string;
  /** Null: the events are in the database. */
  readonly eventStoreUrl: string | null;
}

export interface RunningSetUp {
  readonly product: Product;
  engines(): Promise<Engines>;
  stop(): Promise<void>;
}

type Environment = Readonly<Record<string, string>>;

/** The deployments, which all behave alike. */
export const SET_UPS = {
  embedded: async (env: Environment = {}) => embedded(await startProduct({ env })),
  'Postgres and Redis, services apart, two of each': (env: Environment = {}) => apart(env, false),
  'EventStoreDB, Postgres and Redis, services apart, two of each': (env: Environment = {}) => apart(env, true),
} as const satisfies Record<string, (env?: Environment) => Promise<RunningSetUp>>;

/**
 * Each set-up has its own servers. EventStoreDB is the server of EVENT_STORE_URL, or a double that speaks its protocol and
 * keeps events in memory. Redis is the installed one; without it, jobs are queued in Postgres.
 */
async function apart(given: Environment, hasEventStore: boolean): Promise<RunningSetUp> {
  const stops: (() => Promise<unknown>)[] = [];
  const stopAll = async () => {
    for (const stop of stops.splice(0).reverse()) await stop();
  };
  try {
    const server = await startServer({ maxConnections: MANY_CONNECTIONS });
    stops.push(() => server.stop());
    const env: Record<string, string> = { ...given, DATABASE_URL: server.url };
    if (hasRedis) {
      const redis = await startTestRedis();
      stops.push(() => redis.close());
      env.REDIS_URL = redis.url;
    }
    if (hasEventStore) {
      const events = process.env.EVENT_STORE_URL ? null : await startEventStoreDbDouble();
      if (events) stops.push(() => events.close());
      env.EVENT_STORE_URL = events?.urls[0] ?? String(process.env.EVENT_STORE_URL);
    }
    const engines = { databaseUrl: server.url, eventStoreUrl: env.EVENT_STORE_URL ?? null };
    return running(await startProduct({ program: SERVICES_PROGRAM, env }), async () => engines, stopAll);
  } catch (error) {
    await stopAll();
    throw error;
  }
}

/** The password of its database is in its data folder. */
const embedded = (product: Product) =>
  running(product, async () => ({
    databaseUrl: await connectToRunning(join(product.dataDir, 'postgres')),
    eventStoreUrl: null,
  }));

function running(
  product: Product,
  engines: RunningSetUp['engines'],
  stopServers: () => Promise<void> = async () => {},
): RunningSetUp {
  return {
    ...{ product, engines },
    async stop() {
      await product.remove();
      await stopServers();
    },
  };
}
