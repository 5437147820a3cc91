/** A process that starts a job on the given queue, prints that it runs, and never ends it. */
import { pino } from 'pino';
import { startJobs } from '../jobs.ts';

const [databaseUrl, redisUrl] = process.argv.slice(2);

await startJobs({
  databaseUrl: String(databaseUrl),
  redisUrl: redisUrl || null,
  logger: pino({ level: 'silent' }),
  // Longer than a busy machine delays its renewal.
  lockMs: 5_000,
  jobs: [
    {
      name: 'long-job',
      everyMs: 60 * 60_000,
      run: () => {
        process.stdout.write('running\n');
        // biome-ignore lint/style/noRestrictedGlobals: keeps a program alive until it is killed
        return new Promise(() => setInterval(() => {}, 60_000));
      },
    },
  ],
});
