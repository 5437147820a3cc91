import { setTimeout as sleep } from 'node:timers/promises';
import type { JobsOptions } from 'bullmq';
import type { ConnectionLog } from './connection-log.ts';
import type { JobQueue } from './queue-backend.ts';
import type { RecurringJob } from './recurring-job.ts';

/** How a run that fails is tried again. */
type RetryOptions = Pick<JobsOptions, 'attempts' | 'backoff'>;

/** Interval in milliseconds of the check that the queue still has every schedule. */
const LOOK_MS = 5_000;
/** A run that is overdue for so long is not there any more, in milliseconds. */
const OVERDUE_MS = 30_000;

/** Brings the schedules up to this version of the product: those of jobs that it no longer has are taken down. */
export async function replaceSchedules(
  queue: JobQueue,
  jobs: readonly RecurringJob[],
  opts: RetryOptions,
): Promise<void> {
  const schedulers = await queue.getJobSchedulers();
  for (const job of jobs) {
    const known = schedulers.find(({ key }) => key === job.name);
    if (known?.every !== job.everyMs || isRunLost(known.next)) await putUp(queue, job, opts);
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
    if (known === undefined || isRunLost(known.next)) await putUp(queue, job, opts);
  }
}

const isRunLost = (nextRunAt: number | undefined) => Date.now() - (nextRunAt ?? 0) > OVERDUE_MS;

async function putUp(queue: JobQueue, { name, everyMs }: RecurringJob, opts: RetryOptions): Promise<void> {
  await queue.upsertJobScheduler(name, { every: everyMs }, { name, opts });
}

/**
 * Checks the queue periodically, so that an emptied queue has its schedules back within seconds. While the queue is
 * unavailable, the check waits for it.
 * @returns ends it, at once
 */
export function repeat(look: () => Promise<void>, log: ConnectionLog): () => void {
  const ending = new AbortController();
  void (async () => {
    while (!ending.signal.aborted) {
      try {
        await look();
        log.reached();
      } catch (error) {
        if (!ending.signal.aborted) log.lost(error as Error);
      }
      await sleep(LOOK_MS, undefined, { signal: ending.signal, ref: false }).catch(() => {});
    }
  })();
  return () => ending.abort();
}
