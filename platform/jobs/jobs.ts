import type { FastifyBaseLogger } from 'fastify';
import { within } from '../time/within.ts';
import { ConnectionLog } from './connection-log.ts';
import { openQueueBackend, type QueuePlace } from './queue-backend.ts';
import { createQueueBoard, type QueueBoard } from './queue-board.ts';
import type { RecurringJob } from './recurring-job.ts';
import { repeat, replaceSchedules, restoreSchedules } from './schedules.ts';
import { ATTEMPTS, startTakingJobs } from './taking-jobs.ts';

export type { RecurringJob } from './recurring-job.ts';

export interface Jobs {
  /** The content of the queue, for operators. */
  readonly board: QueueBoard;
  /**
   * Lets running jobs finish, then closes the connections. Call it before the database stops. An unavailable queue does
   * not delay it.
   */
  close(): Promise<void>;
}

/** Short, so that another process takes over the jobs of a killed one within seconds. */
const LOCK_MS = 10_000;
/** A run that fails is tried again after this long, then twice as long each time; in milliseconds. */
const RETRY_MS = 1_000;
/**
 * Between two checks that the queue still has every schedule, in milliseconds. An emptied Redis loses all of them, so there it
 * is half the shortest interval of a job. A check sends a statement for each schedule.
 */
const LOOK_MS = { redis: 30_000, postgres: 300_000 };
/** Longest wait for a queue to close, in milliseconds. */
const CLOSE_MS = 5_000;

/**
 * Runs recurring jobs on BullMQ, on Redis if configured, else on its Postgres backend. Each job runs at once, because work
 * may have become due while no process ran, and then on schedule, in one of the processes that share the queue.
 *
 * An unavailable or emptied Redis only delays jobs: the process starts without it, and lost schedules are restored.
 */
export async function startJobs(
  options: QueuePlace & {
    readonly jobs: readonly RecurringJob[];
    readonly logger: FastifyBaseLogger;
    /** Lock duration in milliseconds: after it, another process takes over the job of a dead one. */
    readonly lockMs?: number;
    readonly retryMs?: number;
    /** Between two checks that the queue still has every schedule, in milliseconds. */
    readonly lookMs?: number;
  },
): Promise<Jobs> {
  const { jobs, logger, lockMs = LOCK_MS, retryMs = RETRY_MS } = options;
  const retrying = { attempts: ATTEMPTS, backoff: { type: 'exponential', delay: retryMs, jitter: 0.5 } };
  const log = new ConnectionLog(logger);
  const backend = await openQueueBackend(options, { log, logger });
  const { queue } = backend;
  const taking = startTakingJobs(backend, { jobs, logger, lockMs, log });

  let begun = false;
  async function keepUp(): Promise<void> {
    if (begun) return restoreSchedules(queue, jobs, retrying);
    await queue.waitUntilReady();
    await replaceSchedules(queue, jobs, retrying);
    await queue.addBulk(jobs.map(({ name }) => ({ name, data: {}, opts: retrying })));
    begun = true;
  }
  const stopKeepingUp = repeat(keepUp, options.lookMs ?? LOOK_MS[backend.engine], log);

  return {
    board: createQueueBoard(backend),
    async close() {
      stopKeepingUp();
      await taking.stop(CLOSE_MS);
      if (backend.connected) await within(CLOSE_MS, queue.close());
      await within(CLOSE_MS, backend.disconnect());
    },
  };
}
