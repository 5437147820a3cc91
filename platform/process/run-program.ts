import type { FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';
import { isDiskFull } from '../postgres/disk-full.ts';
import { systemTimers } from '../time/timers.ts';
import { fileFailure } from './file-failure.ts';
import { createLogger, standardError } from './log.ts';

const FULL_DATABASE = 'The disk of the database is full: free space there, then start again.';
const OTHER_FOLDER = 'set DATA_DIR to another folder';

interface SystemError {
  readonly code?: string;
  readonly syscall?: string;
  readonly address?: string;
  readonly port?: number;
  readonly hostname?: string;
}

/** A sentence that names the setting to correct, for what the system refuses at a start; null for other errors. */
export function startFailure(error: unknown): string | null {
  const { code = '', syscall, address, port, hostname } = (error ?? {}) as SystemError;
  if (syscall === 'listen') return listenFailure(code, `${address}`, `${port}`);
  // Names in other settings are looked up by parts that name them or retry.
  if (syscall === 'getaddrinfo') return `HOST ${hostname} is not known: set HOST to an address of this machine.`;
  return fileFailure(error, OTHER_FOLDER) ?? (isDiskFull(error) ? FULL_DATABASE : null);
}

function listenFailure(code: string, address: string, port: string): string | null {
  if (code === 'EADDRINUSE')
    return `PORT ${port} is in use already, perhaps by a PerkTree that is still running: stop what listens there, or set PORT to another one.`;
  if (code === 'EACCES') return `PORT ${port} is not open to this user: set PORT to 1024 or above.`;
  if (code === 'EADDRNOTAVAIL') return `HOST ${address} is no address of this machine: set HOST to one of its own.`;
  return null;
}

/** A stop that takes longer than this is ended by force, in milliseconds. */
const STOP_TIMEOUT_MS = 10_000;

/** Errors whose message is all that a person needs: a setting, a port, a folder in use. Everything else shows its stack. */
const PLAIN_ERRORS = new Set([
  'WrongConfiguration',
  'InvalidEventStoreUrl',
  'NoHaproxy',
  'DataDirInUse',
  'EmbeddedPostgresUnsupported',
  'ReaderLoginRefused',
  'UnfitServer',
  'StandbyBehind',
  'TablesTooNew',
  'ServerStartFailed',
  'ClusterNotCreated',
  'PasswordUnreadable',
]);

export interface RunningProgram {
  /** Finishes requests in progress, then closes everything. A second call waits for the first. */
  stop(): Promise<void>;
}

/** SIGHUP: the terminal was closed. */
const STOP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

interface Stopping {
  /** Stops in order with a non-zero exit code. Logs the reason unless the program is stopping already. */
  fail(reason: string): void;
}

/**
 * Stops a program in order when the process gets a stop signal or an error that no code has caught. Later signals change
 * nothing: a shell or an init system often sends one to the whole process group and another to the process. An uncaught
 * error is logged in one line and makes the exit code 1, so that a supervisor starts the program again.
 */
export function stopOnSignals(
  running: RunningProgram,
  logger: Pick<FastifyBaseLogger, 'fatal'> = pino({}, standardError()),
): Stopping {
  let stopping = false;
  let exitCode = 0;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    systemTimers.after(STOP_TIMEOUT_MS, () => process.exit(1));
    void running
      .stop()
      .catch(onUncaught)
      .then(() => process.exit(exitCode));
  };
  onUncaught = (err) => {
    exitCode = 1;
    logger.fatal({ err }, 'uncaught error; stopping');
    stop();
  };
  for (const signal of STOP_SIGNALS) process.on(signal, stop);
  return {
    fail(reason) {
      if (stopping) return;
      exitCode = 1;
      logger.fatal(reason);
      stop();
    },
  };
}

/** Signals before `stopOnSignals` end the process at once. */
let onUncaught = failStart;

function failStart(error: unknown): void {
  const plain = error instanceof Error && PLAIN_ERRORS.has(error.name);
  const sentence = plain ? error.message : startFailure(error);
  if (sentence !== null) console.error(sentence);
  else createLogger({}).fatal({ err: error }, 'did not start');
  process.exit(1);
}

/**
 * Runs a program's entry. What keeps it from starting is said in a sentence where a person can mend it. From then on no
 * error ends the process without `onUncaught`.
 */
export function runProgram(main: () => Promise<void>): void {
  process.on('uncaughtException', (error) => onUncaught(error));
  process.on('unhandledRejection', (reason) => onUncaught(reason));
  main().catch(failStart);
}

/** Opens the parts of a program. If one of them cannot be opened, closes those that were. */
export async function openParts<T>(
  logger: Pick<FastifyBaseLogger, 'error'>,
  open: (parts: ShutdownStack) => Promise<T>,
): Promise<T> {
  const parts = new ShutdownStack(logger);
  try {
    return await open(parts);
  } catch (error) {
    await parts.closeAll();
    throw error;
  }
}

/** Closes opened parts in reverse order. */
export class ShutdownStack {
  private readonly closes: (() => Promise<unknown>)[] = [];
  private closing: Promise<void> | undefined;

  constructor(private readonly logger: Pick<FastifyBaseLogger, 'error'>) {}

  /** To be closed before everything that was added earlier. */
  add(close: () => Promise<unknown>): void {
    this.closes.push(close);
  }

  /** A second call waits for the first. */
  closeAll(): Promise<void> {
    this.closing ??= this.closeInOrder();
    return this.closing;
  }

  private async closeInOrder(): Promise<void> {
    for (const close of this.closes.splice(0).reverse()) {
      await close().catch((err) => this.logger.error({ err }, 'did not close cleanly'));
    }
  }
}
