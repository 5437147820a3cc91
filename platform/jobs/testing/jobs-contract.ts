// biome-ignore lint/style/noRestrictedImports: queues renew their locks by their own timers
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Jobs, type RecurringJob, startJobs } from '../jobs.ts';
import type { QueuePlace } from '../queue-backend.ts';
import { ATTEMPTS } from '../taking-jobs.ts';

export const HOUR_MS = 60 * 60_000;
/** Longer than a busy machine delays the renewal of a lock, after which the queue gives the run to another process. */
const LOCK_MS = 10_000;
const LOOK_MS = 500;
const RETRY_MS = 200;

/** A queue for one test. */
export interface TestQueue {
  readonly place: QueuePlace;
  /** Empties the queue. */
  forgetEverything(): Promise<void>;
  close(): Promise<void>;
}

/** A job that counts its runs. */
export function counting(everyMs: number, then: (run: number) => Promise<void> = async () => {}, name = 'count') {
  const job = {
    ...{ name, everyMs, runs: 0 },
    run: async () => {
      job.runs += 1;
      await then(job.runs);
    },
  };
  return job;
}

export const runsReach = (job: { runs: number }, runs: number, timeout = 60_000) =>
  expect.poll(() => job.runs, { timeout }).toBeGreaterThanOrEqual(runs);

/** Starts jobs in a test, and ends those that it has left running. */
export function jobStarter() {
  const started = new Set<Jobs>();
  const logged: { level: number; job?: string; msg: string; err?: { message: string } }[] = [];
  return {
    logged,
    async start(
      place: QueuePlace & { readonly lockMs?: number; readonly retryMs?: number },
      ...jobs: RecurringJob[]
    ): Promise<Jobs> {
      const logger = pino({ level: 'info' }, { write: (line: string) => logged.push(JSON.parse(line)) });
      const running = await startJobs({ lockMs: LOCK_MS, retryMs: RETRY_MS, lookMs: LOOK_MS, ...place, jobs, logger });
      started.add(running);
      return running;
    },
    async stop(jobs: Jobs): Promise<void> {
      started.delete(jobs);
      await jobs.close();
    },
    async stopAll(): Promise<void> {
      for (const jobs of started) await jobs.close();
      started.clear();
    },
  };
}

/** What holds for jobs on every engine. */
export function describeJobs(engine: 'postgres' | 'redis', openQueue: () => Promise<TestQueue>): void {
  let queue: TestQueue;
  let starter: ReturnType<typeof jobStarter>;
  const start = (...jobs: RecurringJob[]) => starter.start(queue.place, ...jobs);
  beforeEach(async () => {
    queue = await openQueue();
    starter = jobStarter();
  });
  afterEach(async () => {
    await starter.stopAll();
    await queue.close();
  });

  describe('a recurring job', () => {
    it('runs at once at every start, however long it is until it is due', async () => {
      const job = counting(HOUR_MS);
      const first = await start(job);
      await runsReach(job, 1);
      await starter.stop(first);
      const before = job.runs;
      await start(job);
      await runsReach(job, before + 1);
    });

    it('that takes longer than it is until it is due again does not run twice at once', async () => {
      let [atOnce, most] = [0, 0];
      const job = counting(100, async () => {
        atOnce += 1;
        most = Math.max(most, atOnce);
        await sleep(300);
        atOnce -= 1;
      });
      // Two run concurrently.
      const other = counting(HOUR_MS, async () => {}, 'other');
      await start(job, other);
      await runsReach(job, 3);
      expect(most).toBe(1);
    });

    it('runs again although everything that the queue knew is lost', async () => {
      const job = counting(400);
      await starter.stop(await start(job));
      await queue.forgetEverything();
      const before = job.runs;
      await start(job);
      await runsReach(job, before + 3);
    });

    it.each(['once the clock is right', 'after a restart'])(
      'that was scheduled by a clock that was ahead runs again %s',
      async (moment) => {
        const job = counting(300);
        const { now } = Date;
        const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + 365 * 24 * HOUR_MS);
        let jobs: Jobs;
        try {
          jobs = await start(job);
          await runsReach(job, 3);
        } finally {
          clock.mockRestore();
        }
        if (moment === 'after a restart') {
          await starter.stop(jobs);
          await start(job);
        }
        await runsReach(job, job.runs + 5);
      },
    );

    it('that the product no longer has is not run any more', async () => {
      const old = counting(200);
      await starter.stop(await start(old));
      const before = old.runs;
      const other = counting(200, async () => {}, 'other');
      await start(other);
      await runsReach(other, 4);
      expect(old.runs).toBe(before);
    });

    it('that is running when the product stops is waited for', async () => {
      let ended = false;
      const job = counting(HOUR_MS, async () => {
        await sleep(700);
        ended = true;
      });
      const jobs = await start(job);
      await runsReach(job, 1);
      await starter.stop(jobs);
      expect(ended).toBe(true);
    });
  });

  describe('a run that fails', () => {
    const startedAt: number[] = [];
    const failing = (times: number) => {
      startedAt.length = 0;
      return counting(HOUR_MS, async (run) => {
        // biome-ignore lint/plugin: queues plan the next run by their own clock
        startedAt.push(Date.now());
        if (run <= times) throw new Error('not reached');
      });
    };
    /** Without the schedule's own first run, which would be tried again, too. */
    async function startOnce(jobs: readonly RecurringJob[], retryMs = RETRY_MS): Promise<Jobs> {
      const quiet = await start(...jobs.map((job) => ({ ...job, run: async () => {} })));
      await expect.poll(async () => (await quiet.board.read()).counts.completed).toBe(2 * jobs.length);
      await starter.stop(quiet);
      return starter.start({ ...queue.place, retryMs }, ...jobs);
    }

    it('is retried with backoff, and logs its name', async () => {
      const job = failing(2);
      const jobs = await startOnce([job]);
      await runsReach(job, 3);
      expect(starter.logged.filter(({ level }) => level >= 40)).toMatchObject([
        { level: 40, job: 'count', err: { message: 'not reached' } },
        { level: 40, job: 'count', err: { message: 'not reached' } },
      ]);
      const [first = 0, second = 0, third = 0] = startedAt;
      // Half of each pause is left to chance.
      expect(second - first).toBeGreaterThanOrEqual(RETRY_MS / 2);
      expect(third - second).toBeGreaterThanOrEqual(RETRY_MS);
      expect((await jobs.board.read()).failed).toEqual([]);
    });

    it('on every attempt is kept with its reason, until the same job succeeds', async () => {
      const job = failing(ATTEMPTS);
      const other = counting(HOUR_MS, () => Promise.reject(new Error('broken')), 'other');
      const jobs = await startOnce([job, other], 1);
      const dead = async () => (await jobs.board.read()).failed.map(({ name }) => name).sort();
      await expect.poll(dead).toEqual(['count', 'other']);
      const { engine: shown, failed } = await jobs.board.read();
      expect(shown).toBe(engine);
      expect(failed.find(({ name }) => name === 'count')).toMatchObject({ reason: 'not reached', attempts: ATTEMPTS });
      // The worker logs it shortly after the queue has stored the failure. The jitter decides which job fails first.
      const errors = () => starter.logged.filter(({ level }) => level >= 50).map(({ job, err }) => [job, err?.message]);
      await expect
        .poll(() => errors().sort())
        .toEqual([
          ['count', 'not reached'],
          ['other', 'broken'],
        ]);
      await starter.stop(jobs);

      const again = await starter.start({ ...queue.place, retryMs: 1 }, job, other);
      await runsReach(job, ATTEMPTS + 1);
      const deadNow = async () => (await again.board.read()).failed.map(({ name }) => name);
      await expect.poll(deadNow).toEqual(['other', 'other']);
    });

    it('on every attempt runs again on an operator’s request', async () => {
      const job = failing(ATTEMPTS);
      const { board } = await startOnce([job], 1);
      await expect.poll(async () => (await board.read()).failed.length).toBe(1);
      const [{ id } = { id: '' }] = (await board.read()).failed;
      await board.retry(id);
      await runsReach(job, ATTEMPTS + 1);
      await expect.poll(async () => (await board.read()).failed).toEqual([]);
      await expect(board.retry(id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await expect(board.retry('never queued')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    });
  });

  it('the board shows the next run of each job', async () => {
    const [soon, later] = [counting(60_000, async () => {}, 'soon'), counting(HOUR_MS, async () => {}, 'later')];
    const { board } = await start(soon, later);
    await expect.poll(async () => (await board.read()).counts.delayed).toBe(2);
    const { schedules } = await board.read();
    expect(schedules).toMatchObject([
      { name: 'later', everyMs: HOUR_MS },
      { name: 'soon', everyMs: 60_000 },
    ]);
    for (const { everyMs, nextRunAt } of schedules) {
      // biome-ignore lint/plugin: queues plan the next run by their own clock
      const inMs = Date.parse(String(nextRunAt)) - Date.now();
      expect(inMs).toBeGreaterThan(-1_000);
      expect(inMs).toBeLessThanOrEqual(everyMs);
    }
  });
}
