import { type PostgresConnectionOptions, Queue, runMigrations, Worker, type WorkerOptions } from 'bullmq';
import type { FastifyBaseLogger } from 'fastify';
import { Redis, type RedisOptions } from 'ioredis';
import type { Pool } from 'pg';
import { onClient } from '../postgres/on-client.ts';
import { createPool } from '../postgres/pool.ts';
import { systemTimers } from '../time/timers.ts';
import type { ConnectionLog } from './connection-log.ts';
import { patientBackend } from './patient-backend.ts';

const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5_000;

/**
 * Commands wait for the connection and are never given up, as BullMQ asks for. A server that stays silent is left after
 * `socketTimeout`, which is longer than BullMQ's longest blocking read (10 s).
 */
const OPTIONS = {
  maxRetriesPerRequest: null,
  connectTimeout: 5_000,
  socketTimeout: 20_000,
  keepAlive: 10_000,
  // Backoff with jitter, so that processes that lost the same server do not retry together.
  retryStrategy: (attempt: number) =>
    Math.min(FIRST_PAUSE_MS * 2 ** Math.min(attempt, 10), MAX_PAUSE_MS) * (0.5 + Math.random() / 2),
  // After a failover the old primary refuses writes: resolve the new primary and resend the command.
  reconnectOnError: (error: Error) => (error.message.startsWith('READONLY') ? (2 as const) : false),
} satisfies RedisOptions;

/** The Redis connections of a process: a shared one, and BullMQ's duplicates for blocking commands. */
class RedisClients {
  readonly main: Redis;
  private readonly all: Redis[] = [];

  constructor(url: string, log: ConnectionLog) {
    const keep = (client: Redis) => {
      this.all.push(client);
      // Without a listener, ioredis writes each error to the console.
      return client.on('error', (error) => log.lost(error));
    };
    class Client extends Redis {
      override duplicate(override?: Partial<RedisOptions>): Redis {
        return keep(new Client({ ...this.options, ...override } as typeof OPTIONS));
      }
    }
    this.main = keep(new Client(url, OPTIONS));
  }

  /** Whether a command would be sent at once instead of being queued for a connection. */
  get connected(): boolean {
    return this.main.status === 'ready';
  }

  /** Closes every connection, including pending ones. Never waits. */
  disconnect(): void {
    for (const client of this.all) client.disconnect();
  }
}

/** Whether Redis refuses writes because its memory is full, as it does with `noeviction`. @param key is written */
async function isMemoryFull(redis: Redis, key: string): Promise<boolean> {
  try {
    await redis.set(key, '', 'EX', 60);
    return false;
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('OOM')) return true;
    throw error;
  }
}

/** Redis below this lacks commands that BullMQ sends. */
const MIN_MAJOR = 6;

/** Logs unsuitable server settings once. BullMQ would print them on the console for each connection. */
async function warnOfUnfitServer(redis: Redis, logger: Pick<FastifyBaseLogger, 'warn'>): Promise<void> {
  const info = await redis.info();
  const field = (key: string) => new RegExp(`^${key}:(.*?)\\r?$`, 'm').exec(info)?.[1];
  const version = field('redis_version');
  if (version !== undefined && Number.parseInt(version, 10) < MIN_MAJOR) {
    logger.warn({ version }, `REDIS_URL is a Redis that is too old for the job queue: it takes ${MIN_MAJOR} or later`);
  }
  const policy = field('maxmemory_policy');
  if (policy !== undefined && policy !== 'noeviction') {
    logger.warn({ policy }, 'Redis may drop jobs when its memory is full: set maxmemory-policy to noeviction');
  }
}

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
  let isOver = false;
  const createBackend = patientBackend({ log, timers: systemTimers, isOver: () => isOver });
  const connect = () => {
    const settings = { connectionString, applicationName: 'jobs', statementTimeoutMs: 0, schema: SCHEMA };
    const pool = createPool({ ...settings, max: CONNECTIONS });
    pools.push(pool);
    return pool as PostgresConnectionOptions;
  };
  await onClient({ connectionString, applicationName: 'jobs', statementTimeoutMs: 0 }, (client) =>
    runMigrations(client, SCHEMA),
  );
  const queue = new Queue(QUEUE, { connection: connect() }, createBackend);
  queue.on('error', (error) => log.lost(error));
  return {
    engine: 'postgres',
    queue: queue as unknown as JobQueue,
    startWorker: (process, options) =>
      new Worker(
        QUEUE,
        (job) => process(job.name),
        { ...options, connection: connect() },
        createBackend,
      ) as unknown as JobWorker,
    isFull: async () => false,
    connected: true,
    async disconnect() {
      isOver = true;
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
