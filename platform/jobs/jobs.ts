import { createPostgresBackend, Queue, Worker } from 'bullmq';
import type { FastifyBaseLogger } from 'fastify';

/**
 * Something that has to happen again and again. It only asks for commands and house-keeping; whether there is anything
 * to do is decided there, so a lost, late or doubled run changes nothing.
 */
export interface RecurringJob {
  /** Letters and dashes: BullMQ takes no colons. */
  readonly name: string;
  readonly everyMs: number;
  readonly run: () => Promise<void>;
}

export interface Jobs {
  /** Lets running jobs finish, then lets go of the connections. Call it before the database stops. */
  close(): Promise<void>;
}

const QUEUE = 'perktree';
/** Short, so that the jobs of a process that was killed are taken over in seconds. */
const LOCK_MS = 10_000;
/** Finished runs that are kept to look at, for each queue. */
const KEEP = { count: 100 };

/**
 * Runs recurring jobs on BullMQ with its Postgres backend: each at once, since much may have become due while nothing
 * ran, and then when it is due, in one of the processes that share the database.
 */
export async function startJobs(options: {
  readonly databaseUrl: string;
  readonly jobs: readonly RecurringJob[];
  readonly logger: FastifyBaseLogger;
  /** After this long without a sign of the process that runs it, a job is taken over by another one. */
  readonly lockMs?: number;
}): Promise<Jobs> {
  const { jobs, logger, lockMs = LOCK_MS } = options;
  const connection = { connectionString: options.databaseUrl, schema: 'bullmq', migrate: true, max: 2 };
  const queue = new Queue(QUEUE, { connection }, createPostgresBackend);
  const byName = new Map(jobs.map((job) => [job.name, job]));
  const running = new Set<string>();
  async function run(name: string): Promise<void> {
    // Due again while it still runs here: the next time will do.
    if (running.has(name)) return;
    running.add(name);
    try {
      await byName.get(name)?.run();
    } finally {
      running.delete(name);
    }
  }
  const worker = new Worker(
    QUEUE,
    (job) => run(job.name),
    {
      connection,
      // A long job holds up no other.
      concurrency: Math.max(1, jobs.length),
      lockDuration: lockMs,
      stalledInterval: lockMs / 2,
      removeOnComplete: KEEP,
      removeOnFail: KEEP,
    },
    createPostgresBackend,
  );

  worker.on('failed', (job, err) =>
    logger.error({ err, job: job?.name }, 'a job failed; it runs again when it is next due'),
  );
  logConnectionOnce(worker, logger);
  queue.on('error', () => {});

  await queue.waitUntilReady();
  for (const job of jobs) {
    await queue.upsertJobScheduler(job.name, { every: job.everyMs }, { name: job.name });
  }
  // A job that the product no longer has must not be scheduled for ever.
  for (const scheduler of await queue.getJobSchedulers()) {
    if (!byName.has(scheduler.key)) await queue.removeJobScheduler(scheduler.key);
  }
  await queue.addBulk(jobs.map(({ name }) => ({ name, data: {} })));
  return {
    async close() {
      await worker.close();
      await queue.close();
    },
  };
}

/** A server that is away gives an error at every attempt: say it once, and once that it is back. */
function logConnectionOnce(
  worker: {
    on(event: 'error', listener: (error: Error) => void): unknown;
    on(event: 'active', listener: () => void): unknown;
  },
  logger: FastifyBaseLogger,
): void {
  let lost = false;
  worker.on('error', (err) => {
    if (!lost) logger.warn({ err }, 'the job queue is not reached; trying again');
    lost = true;
  });
  worker.on('active', () => {
    if (lost) logger.info('the job queue is reached again');
    lost = false;
  });
}
