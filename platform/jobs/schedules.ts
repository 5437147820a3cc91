import type { JobSchedulerJson, JobsOptions } from 'bullmq';
import { systemTimers } from '../time/timers.ts';
import type { ConnectionLog } from './connection-log.ts';
import type { JobQueue } from './queue-backend.ts';
import type { RecurringJob } from './recurring-job.ts';

/** How a run that fails is tried again. */
type RetryOptions = Pick<JobsOptions, 'attempts' | 'backoff'>;

/** Pause after a check that failed, in milliseconds. */
const AFTER_FAILURE_MS = 5_000;
/** A run that is overdue for so long, or due so much later than one interval from now, is lost; in milliseconds. */
const TOLERANCE_MS = 30_000;

/** Brings the schedules up to this version of the product: those of jobs that it no longer has are taken down. */
export async function replaceSchedules(
  queue: JobQueue,
  jobs: readonly RecurringJob[],
  opts: RetryOptions,
): Promise<void> {
  const schedulers = await queue.getJobSchedulers();
  for (const job of jobs) {
    const known = schedulers.find(({ key }) => key === job.name);
    const isCurrent = known?.every === job.everyMs && known.template?.opts?.attempts === opts.attempts;
    if (!isCurrent || isRunLost(known)) await putUp(queue, { job, opts, known });
  }
  for (const { key } of schedulers) {
    if (!jobs.some(({ name }) => name === key)) await queue.removeJobScheduler(key);
  }
}

/**
 * Restores lost schedules and changes nothing else: during an upgrade, processes of both versions run
 * and must not undo one another's schedules.
 */
export async function restoreSchedules(
  queue: JobQueue,
  jobs: readonly RecurringJob[],
  opts: RetryOptions,
): Promise<void> {
  const schedulers = await queue.getJobSchedulers();
  for (const job of jobs) {
    const known = schedulers.find(({ key }) => key === job.name);
    if (known === undefined || isRunLost(known)) await putUp(queue, { job, opts, known });
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
export function repeat(look: () => Promise<void>, everyMs: number, log: ConnectionLog): () => void {
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
