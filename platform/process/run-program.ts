import type { FastifyBaseLogger } from 'fastify';

/** A stop that takes longer than this is ended by force, in milliseconds. */
const STOP_TIMEOUT_MS = 10_000;

/** Errors whose message is all that a person needs: a setting, a port, a folder in use. Everything else shows its stack. */
const PLAIN_ERRORS = new Set([
  ...['WrongConfiguration', 'InvalidEventStoreUrl', 'PortInUse'],
  ...['DataDirInUse', 'EmbeddedPostgresUnsupported'],
]);

export interface Running {
  /** Answers what is under way, then lets go of everything. A second call waits for the first. */
  stop(): Promise<void>;
}

/** SIGHUP: the terminal was closed. */
const STOP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/**
 * Stops a program in good order when the process is asked to end. Later signals change nothing: a shell or an init system
 * often sends one to the whole process group and another to the process.
 */
export function stopOnSignals(running: Running): { stop(exitCode: number): void } {
  let stopping = false;
  const stop = (exitCode: number) => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
    void running.stop().then(() => process.exit(exitCode));
  };
  for (const signal of STOP_SIGNALS) process.on(signal, () => stop(0));
  return { stop };
}

/** Runs a program's entry. What keeps it from starting is said in a sentence where a person can mend it. */
export function runProgram(main: () => Promise<void>): void {
  main().catch((error: unknown) => {
    const plain = error instanceof Error && PLAIN_ERRORS.has(error.name);
    console.error(plain ? error.message : error);
    process.exit(1);
  });
}

/** What was opened, let go of in the reverse order. */
export class OpenedParts {
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
