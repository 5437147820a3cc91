import { createPostgresBackend, Queue, Worker, type WorkerOptions } from 'bullmq';
import type { FastifyBaseLogger } from 'fastify';
import type { ConnectionLog } from './connection-log.ts';
import { RedisClients, warnOfUnfitServer } from './redis-clients.ts';

/** Where the queue is kept. */
export interface QueuePlace {
  readonly databaseUrl: string;
  /** Left out or null: in the schema `bullmq` of the database. */
  readonly redisUrl?: string | null;
}

const QUEUE = 'perktree';
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
  /** What is asked of the queue is sent, not kept until there is a connection. */
  readonly connected: boolean;
  /** Lets go of connections that did not close by themselves. */
  disconnect(): void;
}

/** Connects by itself, now and whenever the connection is lost. */
export function openQueueBackend(
  place: QueuePlace,
  { log, logger }: { readonly log: ConnectionLog; readonly logger: Pick<FastifyBaseLogger, 'warn'> },
): QueueBackend {
  const { databaseUrl, redisUrl } = place;
  return redisUrl ? onRedis(redisUrl, log, logger) : onPostgres(databaseUrl, log);
}

function onPostgres(connectionString: string, log: ConnectionLog): QueueBackend {
  const connection = { connectionString, schema: 'bullmq', migrate: true, max: 2 };
  const queue = new Queue(QUEUE, { connection }, createPostgresBackend);
  queue.on('error', (error) => log.lost(error));
  return {
    engine: 'postgres',
    queue: queue as unknown as JobQueue,
    startWorker: (process, options) =>
      new Worker(
        QUEUE,
        (job) => process(job.name),
        { ...options, connection },
        createPostgresBackend,
      ) as unknown as JobWorker,
    connected: true,
    disconnect() {},
  };
}

function onRedis(url: string, log: ConnectionLog, logger: Pick<FastifyBaseLogger, 'warn'>): QueueBackend {
  const clients = new RedisClients(url, log);
  clients.main.on('ready', () => log.reached());
  void warnOfUnfitServer(clients.main, logger).catch(() => {});
  // Its look at the server when it begins cannot be repeated, should the connection be lost at that very moment.
  const base = { connection: clients.main, prefix: REDIS_PREFIX, skipVersionCheck: true };
  const queue = new Queue(QUEUE, base);
  queue.on('error', (error) => log.lost(error));
  return {
    engine: 'redis',
    queue,
    startWorker: (process, options) => new Worker(QUEUE, (job) => process(job.name), { ...options, ...base }),
    get connected() {
      return clients.connected;
    },
    disconnect: () => clients.disconnect(),
  };
}
