import type { FastifyBaseLogger } from 'fastify';
import { Redis, type RedisOptions } from 'ioredis';
import type { ConnectionLog } from './connection-log.ts';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

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
    Math.min(FIRST_PAUSE_MS * 2 ** Math.min(attempt, 10), LONGEST_PAUSE_MS) * (0.5 + Math.random() / 2),
  // After a failover the old primary refuses writes: resolve the new primary and resend the command.
  reconnectOnError: (error: Error) => (error.message.startsWith('READONLY') ? (2 as const) : false),
} satisfies RedisOptions;

/** The Redis connections of a process: a shared one, and BullMQ's duplicates for blocking commands. */
export class RedisClients {
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
export async function isMemoryFull(redis: Redis, key: string): Promise<boolean> {
  try {
    await redis.set(key, '', 'EX', 60);
    return false;
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('OOM')) return true;
    throw error;
  }
}

/** Redis below this lacks commands that BullMQ sends. */
const LEAST_MAJOR = 6;

/** Logs unsuitable server settings once. BullMQ would print them on the console for each connection. */
export async function warnOfUnfitServer(redis: Redis, logger: Pick<FastifyBaseLogger, 'warn'>): Promise<void> {
  const info = await redis.info();
  const field = (key: string) => new RegExp(`^${key}:(.*?)\\r?$`, 'm').exec(info)?.[1];
  const version = field('redis_version');
  if (version !== undefined && Number.parseInt(version, 10) < LEAST_MAJOR) {
    logger.warn(
      { version },
      `REDIS_URL is a Redis that is too old for the job queue: it takes ${LEAST_MAJOR} or later`,
    );
  }
  const policy = field('maxmemory_policy');
  if (policy !== undefined && policy !== 'noeviction') {
    logger.warn({ policy }, 'Redis may drop jobs when its memory is full: set maxmemory-policy to noeviction');
  }
}
