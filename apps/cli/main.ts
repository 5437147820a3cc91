import { standardError } from '@perktree/platform/process/log';
import { keepHeapSmall } from '@perktree/platform/process/small-heap';
import { systemTimers } from '@perktree/platform/time/timers';
import { CommanderError } from 'commander';
import { pino } from 'pino';
import { createProgram, type Execute } from './program.ts';
import { type CliSession, toJson } from './session.ts';

/** The command found data that differs from the expected data, or nothing at all. */
const DIFFERS = 1;
/** The command line is wrong, or the command failed. */
const FAILED = 2;
/** Exit code of shells for an interrupted program: 128 + SIGINT. */
const INTERRUPTED = 130;

/** Runs a command line. @returns the exit code */
async function runPerktree(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<number> {
  const stopping = new AbortController();
  let exitCode = 0;
  const execute: Execute = async (load, options, names) => {
    const [action, session] = await Promise.all([load(), startSession(environment, stopping)]);
    const { json, text, differs } = await action(session, options, names);
    console.log(options.json ? toJson(json) : text);
    if (differs) exitCode = DIFFERS;
  };
  try {
    await createProgram(execute).parseAsync([...args], { from: 'user' });
    return exitCode;
  } catch (error) {
    // Commander has already printed its message.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : FAILED;
    if (stopping.signal.aborted) {
      console.error('Interrupted. Nothing is half done; run the command again to continue.');
      return INTERRUPTED;
    }
    const [{ commandFailure }, { dataDirOf }] = await Promise.all([
      import('./command-failure.ts'),
      import('../parts/configuration/configuration.ts'),
    ]);
    const message = commandFailure(error, dataDirOf(environment, process.cwd()));
    if (args.includes('--json')) console.log(toJson({ error: message }));
    console.error(message);
    return FAILED;
  }
}

async function startSession(environment: NodeJS.ProcessEnv, stopping: AbortController): Promise<CliSession> {
  const [{ readConfiguration }, { openForOperator }, { processTerminal }] = await Promise.all([
    import('../parts/configuration/configuration.ts'),
    import('./open-for-operator.ts'),
    import('./accounts/terminal.ts'),
  ]);
  const configuration = readConfiguration(environment, process.cwd());
  const logger = pino({ level: 'warn' }, standardError());
  return {
    configuration,
    logger,
    terminal: processTerminal,
    now: systemTimers.now,
    // npm changes to the checkout; INIT_CWD is the operator's working directory.
    folder: environment.INIT_CWD ?? '.',
    open: () => openForOperator(configuration, logger),
    stopSignal() {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());
      return stopping.signal;
    },
  };
}

/** A reader such as `head` may close the pipe early. The command still does all its work, and its exit code is that of the work. */
function ignoreClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
}

keepHeapSmall();
ignoreClosedPipes();
process.exitCode = await runPerktree(process.argv.slice(2), process.env);
