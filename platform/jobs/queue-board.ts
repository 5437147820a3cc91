import { Refused } from '@perktree/contracts/kernel/refusals';
import type { QueueState } from '@perktree/contracts/operation/calls';
import { within } from '../time/timers.ts';
import type { QueueBackend } from './queue-backend.ts';

/** Dead runs that are shown, the newest ones. */
const SHOWN = 50;
/** How long an operator waits for the queue's answer, in milliseconds. */
const ANSWER_MS = 3_000;

export type QueueBoard = ReturnType<typeof createQueueBoard>;

/** The content of a queue, independent of its engine. */
export function createQueueBoard(backend: QueueBackend) {
  const { queue, engine } = backend;

  /** Fails fast for operators: BullMQ would wait for an unavailable queue. */
  async function answered<T>(ask: () => Promise<T>): Promise<T> {
    if (!backend.connected) throw new Refused('UNAVAILABLE');
    const answer = ask();
    if (!(await within(ANSWER_MS, answer))) throw new Refused('UNAVAILABLE');
    return answer;
  }

  return {
    /** @throws Refused UNAVAILABLE if the queue cannot be reached */
    read: () =>
      answered(async (): Promise<QueueState> => {
        const [isFull, counts, failed, schedulers] = await Promise.all([
          backend.isFull(),
          queue.getJobCounts('waiting', 'active', 'delayed', 'completed', 'failed'),
          queue.getFailed(0, SHOWN - 1),
          queue.getJobSchedulers(),
        ]);
        const count = (state: string) => counts[state] ?? 0;
        return {
          engine,
          isFull,
          counts: {
            waiting: count('waiting'),
            active: count('active'),
            delayed: count('delayed'),
            completed: count('completed'),
            failed: count('failed'),
          },
          failed: failed.map((job) => ({
            id: String(job.id),
            name: job.name,
            reason: job.failedReason ?? '',
            attempts: job.attemptsMade,
            failedAt: new Date(job.finishedOn ?? job.timestamp).toISOString(),
          })),
          schedules: schedulers
            .map(({ key, every, next }) => ({
              name: key,
              everyMs: every ?? 0,
              nextRunAt: next === undefined ? null : new Date(next).toISOString(),
            }))
            .sort((a, b) => a.name.localeCompare(b.name)),
        };
      }),

    /** Whether the queue answers and takes jobs now. Never rejects. */
    readState: (): Promise<'reachable' | 'full' | 'unreachable'> =>
      answered(async () => {
        const [isFull] = await Promise.all([backend.isFull(), queue.getJobCounts('failed')]);
        return isFull;
      }).then(
        (isFull) => (isFull ? 'full' : 'reachable'),
        () => 'unreachable',
      ),

    /**
     * Puts a dead run back in the queue.
     * @throws Refused NOT_FOUND if the run does not exist or has not failed for good; UNAVAILABLE
     */
    retry: (jobId: string) =>
      answered(async () => {
        const job = await queue.getJob(jobId);
        if (job === undefined || !(await job.isFailed())) throw new Refused('NOT_FOUND');
        await job.retry('failed', { resetAttemptsMade: true });
      }),
  };
}
