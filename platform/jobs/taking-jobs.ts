import type { FastifyBaseLogger } from 'fastify';
import { isUnavailable, warnOfFailure } from '../outages.ts';
import { within } from '../time/timers.ts';
import type { ConnectionLog } from './connection-log.ts';
import type { JobQueue, QueueBackend } from './queue-backend.ts';
import type { RecurringJob } from './recurring-job.ts';

/**
 * Attempts of a run before it has failed for good: with pauses of 1 s, 2 s, 4 s and so on they wait four to nine minutes
 * for a store. A run whose lock was lost in an outage of the queue is taken up again as often.
 */
export const ATTEMPTS = 10;
/** Retention of finished runs. */
const KEEP_COMPLETED = { count: 100 };
/** Retention of runs that have failed for good, for inspection and retry: two weeks, in seconds. */
const KEEP_DEAD = { count: 500, age: 14 * 24 * 60 * 60 };

/** Takes jobs from the queue and runs them; two runs of one job never at once in this process. */
export function startTakingJobs(
  backend: QueueBackend,
  options: {
    readonly jobs: readonly RecurringJob[];
    readonly logger: FastifyBaseLogger;
    readonly lockMs: number;
    readonly log: ConnectionLog;
  },
): { stop(limitMs: number): Promise<void> } {
  const { jobs, logger, lockMs, log } = options;
  const byName = new Map(jobs.map((job) => [job.name, job]));
  const running = new Map<string, Promise<void>>();
  async function run(name: string): Promise<void> {
    const job = byName.get(name);
    // Still running in this process: skip this run.
    if (job === undefined || running.has(name)) return;
    const run = job.run();
    running.set(name, run);
    try {
      await run;
    } finally {
      running.delete(name);
    }
  }

  const worker = backend.startWorker(run, {
    // A long job must not delay the others.
    concurrency: Math.max(1, jobs.length),
    lockDuration: lockMs,
    stalledInterval: lockMs / 2,
    maxStalledCount: ATTEMPTS,
    removeOnComplete: KEEP_COMPLETED,
    removeOnFail: KEEP_DEAD,
  });
  worker.on('failed', (job, err) => {
    const facts = { err, job: job?.name, attempt: job?.attemptsMade };
    const isLast = job === undefined || job.finishedOn !== undefined;
    if (!isLast) warnOfFailure(logger, err, 'a job failed; it is tried again soon', facts);
    else if (isUnavailable(err)) warnOfFailure(logger, err, 'a job failed; it runs again when it is next due', facts);
    else logger.error(facts, 'a job failed for good; it runs again when it is next due');
  });
  // Each run does all that is due, so a success makes up for the failures of the same job before it.
  worker.on('completed', ({ name }) => {
    forgetFailed(backend.queue, name).catch((error) => log.lost(error));
  });
  worker.on('error', (error) => {
    if (isOfOneRun(error)) logger.info({ err: error }, 'a run is no longer kept by this process');
    else log.lost(error);
  });
  worker.on('active', () => log.reached());

  return {
    async stop(limitMs) {
      await worker.pause(true);
      await Promise.allSettled(running.values());
      // Without force it would wait forever for an unavailable queue to store the results.
      await within(limitMs, worker.close(!backend.connected));
    },
  };
}

async function forgetFailed(queue: JobQueue, name: string): Promise<void> {
  const failed = await queue.getFailed(0, KEEP_DEAD.count - 1);
  await Promise.all(failed.filter((job) => job.name === name).map((job) => job.remove()));
}

/**
 * Another process has taken over a run, or the queue has dropped it. BullMQ's codes for these are numbers; those of lost
 * connections are words.
 */
function isOfOneRun(error: Error & { readonly code?: unknown }): boolean {
  return typeof error.code === 'number' || error.message.startsWith('could not renew lock');
}
