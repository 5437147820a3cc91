import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { build } from 'vite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from 'vitest';
import { counting, HOUR_MS, jobStarter, runsReach, type TestQueue } from './jobs-contract.ts';

const here = import.meta.dirname;
/** Short, because the test waits until the lock of a killed process expires. */
const SHORT_LOCK_MS = 1_000;

/** A job whose process is killed in the middle of it. */
export function describeKilledJobs(engine: 'postgres' | 'redis', openQueue: () => Promise<TestQueue>): void {
  describe('a job whose process is killed in the middle of it', () => {
    let queue: TestQueue;
    let starter: ReturnType<typeof jobStarter>;
    beforeEach(async () => {
      queue = await openQueue();
      starter = jobStarter();
    });
    afterEach(async () => {
      await starter.stopAll();
      await queue.close();
    });

    const outDir = path.join(here, `../../../.cache/hang-in-job-${engine}`);
    let child: ChildProcess | undefined;
    beforeAll(async () => {
      await build({
        ...{ configFile: false, root: here, logLevel: 'error' },
        build: { ssr: path.join(here, 'hang-in-job.ts'), outDir, emptyOutDir: true, target: 'node20' },
        ssr: { noExternal: [/^@perktree\//] },
      });
    });
    afterEach(() => void child?.kill('SIGKILL'));
    afterAll(() => rmSync(outDir, { recursive: true, force: true }));

    it('is run by another one soon after', async () => {
      const { databaseUrl, redisUrl } = queue.place;
      const program = [path.join(outDir, 'hang-in-job.js'), databaseUrl, redisUrl ?? ''];
      child = spawn(process.execPath, program, { stdio: ['ignore', 'pipe', 'inherit'] });
      await once(child.stdout as NodeJS.ReadableStream, 'data');
      const job = counting(HOUR_MS, async () => {}, 'long-job');
      await starter.start({ ...queue.place, lockMs: SHORT_LOCK_MS }, job);
      await runsReach(job, 1);
      // This one has had its run at the start long before.
      await sleep(2 * SHORT_LOCK_MS);
      const before = job.runs;
      child.kill('SIGKILL');
      await runsReach(job, before + 1);
    });
  });
}
