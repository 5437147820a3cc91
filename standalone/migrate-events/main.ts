import { pino } from 'pino';
import { readConfiguration } from '../configuration.ts';
import { runMigrateEvents } from './run.ts';

const logger = pino({ level: 'warn' }, pino.destination(2));

runMigrateEvents(process.argv.slice(2), {
  dataDir: readConfiguration(process.env, process.cwd()).dataDir,
  logger,
  write: (line) => console.log(line),
}).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
