/** A process that starts a job on the database of its first argument, says that it runs, and never ends it. */
import { pino } from 'pino';
import { startJobs } from '../jobs.ts';

await startJobs({
  databaseUrl: String(process.argv[2]),
  logger: pino({ level: 'silent' }),
  lockMs: 1_000,
  jobs: [
    {
      name: 'long-job',
      everyMs: 60 * 60_000,
      run: () => {
        process.stdout.write('running\n');
        return new Promise(() => setInterval(() => {}, 60_000));
      },
    },
  ],
});
