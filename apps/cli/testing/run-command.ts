import { silentLogger } from '@perktree/command-service/testing/silent-logger';
import { readConfiguration } from '../../parts/configuration/configuration.ts';
import { openForOperator } from '../open-for-operator.ts';
import { createProgram } from '../program.ts';
import type { ActionOutcome, CliSession } from '../session.ts';

/** A session on a database, without an operator at the terminal. */
export function sessionOn(databaseUrl: string, { folder = '/tmp', ...others }: Partial<CliSession> = {}): CliSession {
  const configuration = readConfiguration(
    { DATABASE_URL: databaseUrl, DATA_DIR: folder, SESSION_SECRET: 'x'.repeat(40) },
    folder,
  );
  const terminal = { canAsk: false, show: () => {}, ask: async () => '' };
  return {
    ...{ configuration, folder, terminal, logger: silentLogger, now: Date.now },
    open: () => openForOperator(configuration, silentLogger),
    stopSignal: () => new AbortController().signal,
    ...others,
  };
}

/** Runs a command line. @throws CommanderError for an invalid one, and the errors of the command */
export async function runCommand(session: CliSession, ...args: readonly string[]): Promise<ActionOutcome> {
  let outcome: ActionOutcome | undefined;
  const program = createProgram(
    async (load, options, names) => {
      outcome = await (await load())(session, options, names);
    },
    { writeErr: () => {} },
  );
  await program.parseAsync([...args], { from: 'user' });
  if (outcome === undefined) throw new Error(`${args.join(' ')} ran nothing.`);
  return outcome;
}
