import {
  createPostgresBackend,
  type PostgresConnectionOptions,
  Queue,
  runMigrations,
  Worker,
  type WorkerOptions,
} from 'bullmq';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { onClient } from '../postgres/on-client.ts';
import { createPool } from '../postgres/pool.ts';
import type { ConnectionLog } from './connection-log.ts';
import { isMemoryFull, RedisClients, warnOfUnfitServer } from './redis-clients.ts';

/** Where the queue is kept. */
export interface QueuePlace {
  readonly databaseUrl: string;
  /** Left out or null: in the schema `bullmq` of the database. */
  readonly redisUrl?: string | null;
}

const QUEUE = 'perktree';
/** BullMQ expects its tables in this one. */
const SCHEMA = 'bullmq';
/** One of them listens for jobs. */
const CONNECTIONS = 3;
/** Before all keys in Redis, so that others may use the same one. */
const REDIS_PREFIX = 'perktree';

/** The parts of BullMQ's queue that are used; the same over both engines. */
export type JobQueue = Pick<
  Queue,
  | 'addBulk'
  | 'close'
  | 'getFailed'
  | 'getJob'
  | 'getJobCounts'
  | 'getJobSchedulers'
  | 'removeJobScheduler'
  | 'upsertJobScheduler'
  | 'waitUntilReady'
>;
export type JobWorker = Pick<Worker, 'on' | 'close' | 'pause'>;

/** The queue and its worker on one of the engines, with their connections. */
export interface QueueBackend {
  readonly engine: 'postgres' | 'redis';
  readonly queue: JobQueue;
  /** Starts to take jobs. */
  startWorker(process: (name: string) => Promise<void>, options: Omit<WorkerOptions, 'connection'>): JobWorker;
  /** Whether it refuses writes because its memory is full. A full disk of Postgres shows in every append instead. */
  isFull(): Promise<boolean>;
  /** Whether commands are sent at once instead of being queued for a connection. */
  readonly connected: boolean;
  /** Closes the remaining connections. */
  disconnect(): Promise<void>;
}

/** Connects and reconnects automatically. On Postgres it creates the tables of the queue. */
export async function openQueueBackend(
  place: QueuePlace,
  { log, logger }: { readonly log: ConnectionLog; readonly logger: Pick<FastifyBaseLogger, 'warn'> },
): Promise<QueueBackend> {
  const { databaseUrl, redisUrl } = place;
  return redisUrl ? onRedis(redisUrl, log, logger) : onPostgres(databaseUrl, log);
}

/** The queue's connections are ours: BullMQ's own have startup parameters that PgBouncer refuses. */
async function onPostgres(connectionString: string, log: ConnectionLog): Promise<QueueBackend> {
  const pools: Pool[] = [];
  const connect = () => {
    const settings = { connectionString, applicationName: 'jobs', statementTimeoutMs: 0, schema: SCHEMA };
    const pool = createPool({ ...settings, max: CONNECTIONS });
    pools.push(pool);
    return pool as PostgresConnectionOptions;
  };
  await onClient({ connectionString, applicationName: 'jobs', statementTimeoutMs: 0 }, (client) =>
    runMigrations(client, SCHEMA),
  );
  const queue = new Queue(QUEUE, { connection: connect() }, createPostgresBackend);
  queue.on('error', (error) => log.lost(error));
  return {
    engine: 'postgres',
    queue: queue as unknown as JobQueue,
    startWorker: (process, options) =>
      new Worker(
        QUEUE,
        (job) => process(job.name),
        { ...options, connection: connect() },
        createPostgresBackend,
      ) as unknown as JobWorker,
    isFull: async () => false,
    connected: true,
    async disconnect() {
      await Promise.all(pools.map((pool) => pool.end()));
    },
  };
}

function onRedis(url: string, log: ConnectionLog, logger: Pick<FastifyBaseLogger, 'warn'>): QueueBackend {
  const clients = new RedisClients(url, log);
  clients.main.on('ready', () => log.reached());
  void warnOfUnfitServer(clients.main, logger).catch(() => {});
  // BullMQ's version check at the start is not retried if the connection is lost at that moment.
  const base = { connection: clients.main, prefix: REDIS_PREFIX, skipVersionCheck: true };
  const queue = new Queue(QUEUE, base);
  queue.on('error', (error) => log.lost(error));
  return {
    engine: 'redis',
    queue,
    startWorker: (process, options) => new Worker(QUEUE, (job) => process(job.name), { ...options, ...base }),
    isFull: () => isMemoryFull(clients.main, `${REDIS_PREFIX}:probe`),
    get connected() {
      return clients.connected;
    },
    disconnect: async () => clients.disconnect(),
  };
}
