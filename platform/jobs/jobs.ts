import type { JobSchedulerJson, JobsOptions } from 'bullmq';
import type { FastifyBaseLogger } from 'fastify';
import { systemTimers, within } from '../time/timers.ts';
import { ConnectionLog } from './connection-log.ts';
import { type JobQueue, openQueueBackend, type QueuePlace } from './queue-backend.ts';
import { createQueueBoard } from './queue-board.ts';
import type { RecurringJob } from './recurring-job.ts';
import { ATTEMPTS, startTakingJobs } from './taking-jobs.ts';

/** How a run that fails is tried again. */
type RetryOptions = Pick<JobsOptions, 'attempts' | 'backoff'>;

/** Pause after a check that failed, in milliseconds. */
const AFTER_FAILURE_MS = 5_000;
/** A run that is overdue for so long, or due so much later than one interval from now, is lost; in milliseconds. */
const TOLERANCE_MS = 30_000;

/**
 * Puts up what is missing or lost.
 * @param isStart also brings the schedules up to this version of the product, and takes down those of jobs that it no longer
 *   has. Not later: during an upgrade, processes of both versions run and must not undo one another's schedules
 */
async function keepSchedules(
  queue: JobQueue,
  jobs: readonly RecurringJob[],
  { opts, isStart }: { readonly opts: RetryOptions; readonly isStart: boolean },
): Promise<void> {
  const schedulers = await queue.getJobSchedulers();
  for (const job of jobs) {
    const known = schedulers.find(({ key }) => key === job.name);
    const isOfOther = known?.every !== job.everyMs || known.template?.opts?.attempts !== opts.attempts;
    if (known === undefined || isRunLost(known) || (isStart && isOfOther)) await putUp(queue, { job, opts, known });
  }
  if (!isStart) return;
  for (const { key } of schedulers) {
    if (!jobs.some(({ name }) => name === key)) await queue.removeJobScheduler(key);
  }
}

type Schedule = Pick<JobSchedulerJson, 'next' | 'every'>;

const isRunLost = (known: Schedule) => isOverdue(known) || isTooFarAhead(known);

const isOverdue = ({ next = 0 }: Schedule) => systemTimers.now() - next > TOLERANCE_MS;

/**
 * Whether a clock that was ahead has set the next run. Compares with the schedule's own interval, because another version
 * may have set it.
 */
const isTooFarAhead = ({ next = 0, every = 0 }: Schedule) => next - systemTimers.now() > every + TOLERANCE_MS;

interface PutUp {
  readonly job: RecurringJob;
  readonly opts: RetryOptions;
  /** The schedule that it replaces. */
  readonly known: Schedule | undefined;
}

async function putUp(queue: JobQueue, { job: { name, everyMs }, opts, known }: PutUp): Promise<void> {
  // Otherwise BullMQ would keep the time of the next run.
  if (known !== undefined && isTooFarAhead(known)) await queue.removeJobScheduler(name);
  await queue.upsertJobScheduler(name, { every: everyMs }, { name, opts });
}

/**
 * Checks the queue periodically, so that an emptied queue has its schedules back. While the queue is unavailable, the check
 * waits for it.
 * @returns ends it, at once
 */
function repeat(look: () => Promise<void>, everyMs: number, log: ConnectionLog): () => void {
  const ending = new AbortController();
  void (async () => {
    while (!ending.signal.aborted) {
      let pauseMs = everyMs;
      try {
        await look();
        log.reached();
      } catch (error) {
        pauseMs = Math.min(everyMs, AFTER_FAILURE_MS);
        if (!ending.signal.aborted) log.lost(error as Error);
      }
      await systemTimers.sleep(pauseMs, ending.signal);
    }
  })();
  return () => ending.abort();
}

export type { RecurringJob } from './recurring-job.ts';

export type Jobs = Awaited<ReturnType<typeof startJobs>>;

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
) {
  const { jobs, logger, lockMs = LOCK_MS, retryMs = RETRY_MS } = options;
  const retrying = { attempts: ATTEMPTS, backoff: { type: 'exponential', delay: retryMs, jitter: 0.5 } };
  const log = new ConnectionLog(logger);
  const backend = await openQueueBackend(options, { log, logger });
  const { queue } = backend;
  const taking = startTakingJobs(backend, { jobs, logger, lockMs, log });

  let begun = false;
  async function keepUp(): Promise<void> {
    if (begun) return keepSchedules(queue, jobs, { opts: retrying, isStart: false });
    await queue.waitUntilReady();
    await keepSchedules(queue, jobs, { opts: retrying, isStart: true });
    await queue.addBulk(jobs.map(({ name }) => ({ name, data: {}, opts: retrying })));
    begun = true;
  }
  const stopKeepingUp = repeat(keepUp, options.lookMs ?? LOOK_MS[backend.engine], log);

  return {
    board: createQueueBoard(backend),
    /**
     * Lets running jobs finish, then closes the connections. Call it before the database stops. An unavailable queue does
     * not delay it.
     */
    async close(): Promise<void> {
      stopKeepingUp();
      await taking.stop(CLOSE_MS);
      if (backend.connected) await within(CLOSE_MS, queue.close());
      await within(CLOSE_MS, backend.disconnect());
    },
  };
}
