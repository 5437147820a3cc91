import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { build } from 'vite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../postgres/test-database.ts';
import { type Jobs, type RecurringJob, startJobs } from './jobs.ts';

const HOUR_MS = 60 * 60_000;
const LOCK_MS = 1_000;
const here = import.meta.dirname;

let database: TestDatabase;
let started: Jobs[];
let logged: string[];
beforeEach(async () => {
  database = await createTestDatabase();
  [started, logged] = [[], []];
});
afterEach(async () => {
  for (const jobs of started) await jobs.close();
  await database.drop();
});

async function start(...jobs: RecurringJob[]): Promise<Jobs> {
  const logger = pino({ level: 'info' }, { write: (line: string) => logged.push(line) });
  const running = await startJobs({ databaseUrl: database.connectionString, jobs, logger, lockMs: LOCK_MS });
  started.push(running);
  return running;
}

async function stop(jobs: Jobs): Promise<void> {
  await jobs.close();
  started = started.filter((other) => other !== jobs);
}

/** A job that counts its runs. */
function counting(everyMs: number, then: (run: number) => Promise<void> = async () => {}, name = 'count') {
  const job = {
    ...{ name, everyMs, runs: 0 },
    run: async () => {
      job.runs += 1;
      await then(job.runs);
    },
  };
  return job;
}

const runsReach = (job: { runs: number }, runs: number) =>
  expect.poll(() => job.runs, { timeout: 20_000 }).toBeGreaterThanOrEqual(runs);

describe('a recurring job', () => {
  it('runs at the start and again whenever it is due', async () => {
    const job = counting(300);
    await start(job);
    await runsReach(job, 4);
  });

  it('runs at once at every start, however long it is until it is due', async () => {
    const job = counting(HOUR_MS);
    const first = await start(job);
    await runsReach(job, 1);
    await stop(first);
    const before = job.runs;
    await start(job);
    await runsReach(job, before + 1);
  });

  it('that fails is logged with its name, and runs again when it is next due', async () => {
    const job = counting(500, async (run) => {
      if (run <= 2) throw new Error('not reached');
    });
    await start(job);
    await runsReach(job, 4);
    const failures = logged.map((line) => JSON.parse(line)).filter(({ level }) => level >= 50);
    expect(failures).toMatchObject([
      { job: 'count', err: { message: 'not reached' } },
      { job: 'count', err: { message: 'not reached' } },
    ]);
  });

  it('that takes longer than it is until it is due again does not run twice at once', async () => {
    let [atOnce, most] = [0, 0];
    const job = counting(200, async () => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      await sleep(1_000);
      atOnce -= 1;
    });
    // There is room for two at once.
    await start(
      job,
      counting(HOUR_MS, async () => {}, 'other'),
    );
    await runsReach(job, 3);
    expect(most).toBe(1);
  });

  it('runs again although everything that the queue knew is lost', async () => {
    const job = counting(400);
    await stop(await start(job));
    const client = new pg.Client({ connectionString: database.connectionString });
    await client.connect();
    await client.query('DROP SCHEMA bullmq CASCADE');
    await client.end();
    const before = job.runs;
    await start(job);
    await runsReach(job, before + 3);
  });

  it('that the product no longer has is not run any more', async () => {
    const old = counting(200);
    await stop(await start(old));
    const before = old.runs;
    const other = counting(200, async () => {}, 'other');
    await start(other);
    await runsReach(other, 4);
    expect(old.runs).toBe(before);
  });
});

describe('a job whose process is killed in the middle of it', () => {
  const outDir = path.join(here, '../.cache/hang-in-job');
  let child: ChildProcess | undefined;
  afterEach(() => {
    child?.kill('SIGKILL');
    rmSync(outDir, { recursive: true, force: true });
  });

  it('is run by another one soon after', async () => {
    await build({
      ...{ configFile: false, root: here, logLevel: 'error' },
      build: { ssr: path.join(here, 'testing/hang-in-job.ts'), outDir, emptyOutDir: true, target: 'node20' },
    });
    child = spawn(process.execPath, [path.join(outDir, 'hang-in-job.js'), database.connectionString], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout as NodeJS.ReadableStream, 'data');
    const job = counting(HOUR_MS, async () => {}, 'long-job');
    await start(job);
    await runsReach(job, 1);
    // This one has had its run at the start long before.
    await sleep(2 * LOCK_MS);
    const before = job.runs;
    child.kill('SIGKILL');
    await runsReach(job, before + 1);
  });
});
