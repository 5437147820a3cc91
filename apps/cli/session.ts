import type { Command } from 'commander';
import type { FastifyBaseLogger } from 'fastify';
import type { Configuration } from '../parts/configuration/configuration.ts';
import type { Terminal } from './accounts/terminal.ts';
import type { Opened } from './open-for-operator.ts';

export interface CliSession {
  readonly configuration: Configuration;
  /** Base of relative file names on the command line. */
  readonly folder: string;
  readonly logger: FastifyBaseLogger;
  readonly terminal: Terminal;
  /** Milliseconds. */
  readonly now: () => number;
  /** Opens event store and database; the caller closes them. */
  open(): Promise<Opened>;
  /** Aborted by SIGINT and SIGTERM. These signals end a command that does not call it. */
  stopSignal(): AbortSignal;
}

export interface ActionOutcome {
  /** For `--json`; bigints are printed as strings. */
  readonly json: unknown;
  readonly text: string;
  /** The command found data that differs from the expected data, or nothing at all: exit code 1. */
  readonly differs?: boolean;
}

/** @param names the positional arguments */
export type Action<Options> = (
  session: CliSession,
  options: Options,
  names: readonly string[],
) => Promise<ActionOutcome>;

/** Loads a command's code only when it runs, so that `--help` is fast. */
export type Load<Options> = () => Promise<Action<Options>>;
/** The actions of a module by name, each of which loads the module when it runs. */
export const loadedAction =
  <Module>(load: () => Promise<Module>) =>
  <Name extends keyof Module>(name: Name) =>
  async () =>
    (await load())[name];
export type Add = <Options extends object>(command: Command, load: Load<Options>) => void;

export async function withStores<Result>(
  session: CliSession,
  use: (stores: Opened) => Promise<Result>,
): Promise<Result> {
  const opened = await session.open();
  try {
    return await use(opened);
  } finally {
    await opened.close();
  }
}

export const toJson = (value: unknown) =>
  JSON.stringify(value, (_key, each) => (typeof each === 'bigint' ? each.toString() : each));
