import type { FastifyBaseLogger } from 'fastify';
import { ConnectionLog } from './connection-log.ts';
import { openQueueBackend, type QueuePlace } from './queue-backend.ts';
import { createQueueBoard, type QueueBoard } from './queue-board.ts';
import type { RecurringJob } from './recurring-job.ts';
import { repeat, replaceSchedules, restoreSchedules } from './schedules.ts';
import { startTakingJobs } from './taking-jobs.ts';
import { within } from './within.ts';

export type { RecurringJob } from './recurring-job.ts';

export interface Jobs {
  /** What the queue holds, for an operator. */
  readonly board: QueueBoard;
  /**
   * Lets running jobs finish, then lets go of the connections. Call it before the database stops. A queue that is not
   * reached does not hold it up.
   */
  close(): Promise<void>;
}

/** Short, so that the jobs of a process that was killed are taken over in seconds. */
const LOCK_MS = 10_000;
/** A run that fails is tried again after this long, then twice as long each time; in milliseconds. */
const RETRY_MS = 1_000;
/** How often a run is tried in all before it is laid aside as dead. */
const ATTEMPTS = 4;
/** How long to wait for a queue to say goodbye, in milliseconds. */
const CLOSE_MS = 5_000;

/**
 * Runs recurring jobs on BullMQ, on Redis where there is one and else on its Postgres backend: each at once, since much
 * may have become due while nothing ran, and then when it is due, in one of the processes that share the queue.
 *
 * A Redis that is away or was emptied costs time alone: the jobs start without it, and what it forgot is put back.
 */
export async function startJobs(
  options: QueuePlace & {
    readonly jobs: readonly RecurringJob[];
    readonly logger: FastifyBaseLogger;
    /** After this long without a sign of the process that runs it, a job is taken over by another one. */
    readonly lockMs?: number;
    readonly retryMs?: number;
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
  if (backend.engine === 'postgres') await keepUp();
  const stopKeepingUp = repeat(keepUp, log);

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
