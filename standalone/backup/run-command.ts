import type { FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';
import { type Configuration, readConfiguration } from '../configuration.ts';
import { commandFailure } from '../operate/command-failure.ts';
import { BackupRefused } from './backup-refused.ts';

/** What came of a command: for programs and for people. */
export interface Outcome {
  readonly json: object;
  readonly text: string;
  /** Done, and yet not as it should be: exit code 1. */
  readonly bad?: boolean;
}

/** What a command is started with. */
export interface Asked {
  readonly args: readonly string[];
  readonly configuration: Configuration;
  /** That files are named from. */
  readonly folder: string;
  readonly logger: FastifyBaseLogger;
}

/** Runs a command, and tells what came of it: to a person, or with `--json` in one line. Exit code 1 where it failed. */
export function runCommand(
  run: (asked: Asked) => Promise<Outcome>,
  {
    args,
    environment,
    failed = 1,
  }: {
    readonly args: readonly string[];
    readonly environment: NodeJS.ProcessEnv;
    /** The exit code for what could not be done. */
    readonly failed?: number;
  },
): void {
  const asJson = args.includes('--json');
  const logger = pino({ level: 'warn' }, pino.destination(2));
  const command = async () => {
    const configuration = readConfiguration(environment, process.cwd());
    // npm goes to the checkout; files are named from where the operator stands.
    const { json, text, bad } = await run({ args, configuration, folder: environment.INIT_CWD ?? '.', logger });
    console.log(asJson ? JSON.stringify(json, bigintsAsText) : text);
    if (bad) process.exitCode = 1;
  };
  command().catch((error: unknown) => {
    const message = commandFailure(error);
    if (asJson) console.log(JSON.stringify({ error: message }));
    console.error(message);
    process.exitCode = failed;
  });
}

const bigintsAsText = (_key: string, value: unknown) => (typeof value === 'bigint' ? value.toString() : value);

/** @throws BackupRefused where the events are in an engine that has its own way */
export function refuseEventStoreDb({ eventStoreUrl }: Configuration): void {
  if (eventStoreUrl === null) return;
  throw new BackupRefused(
    'EVENT_STORE_URL is set: EventStoreDB has its own back-up, and Postgres is backed up by pg_dump (docs/operations.md).',
  );
}
