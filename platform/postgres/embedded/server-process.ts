import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { systemTimers } from '../../time/timers.ts';
import type { Binaries } from './binaries.ts';
import type { RunAs } from './run-as.ts';

export interface ServerLogger {
  debug(message: string): void;
  warn(message: string): void;
}

export interface ServerProcess {
  /** Settles when the server has ended, for any reason. */
  readonly exited: Promise<void>;
  /** Rolls back open transactions, writes a checkpoint and ends the server. */
  stop(): Promise<void>;
}

/** How Postgres says ENOSPC in its log. */
export const NO_SPACE = 'No space left on device';

/** The server ended before it was ready; `output` is the end of its log. */
export class ServerStartFailed extends Error {
  override readonly name = 'ServerStartFailed';
  constructor(readonly output: string) {
    const why = output.includes(NO_SPACE) ? 'the disk of DATA_DIR is full. Free space, then start again' : output;
    super(`The embedded database did not start: ${why || 'it ended without a word'}`);
  }
}

/**
 * Starts the server and stops it when its standard input closes: when we close it, and also when we die by any signal.
 * An immediate shutdown follows 30 s after a fast one.
 */
const WATCHDOG = `
trap : TERM INT HUP
exec 3<&0
"$@" </dev/null 3<&- &
server=$!
{
  exec 2>/dev/null >/dev/null
  cat <&3
  kill -INT $server
  tries=0
  while [ $tries -lt 300 ] && kill -0 $server; do sleep 0.1; tries=$((tries + 1)); done
  kill -QUIT $server
} &
guard=$!
exec 3<&-
while kill -0 $server 2>/dev/null; do wait $server; done
kill $guard 2>/dev/null
`;

const KEPT_LINES = 20;

/**
 * Resolves when the server takes connections.
 * @throws ServerStartFailed
 */
export async function launchServer(options: {
  readonly binaries: Binaries;
  readonly runAs: RunAs;
  readonly clusterDir: string;
  readonly settings: Readonly<Record<string, string | number>>;
  readonly logger?: ServerLogger | undefined;
  readonly timeoutMs: number;
}): Promise<ServerProcess> {
  const { binaries, runAs, clusterDir, settings, logger, timeoutMs } = options;
  const parameters = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const [command, ...args] = [
    ...runAs.prefix,
    '/bin/sh',
    '-c',
    WATCHDOG,
    'perktree-postgres',
    binaries.postgres,
    '-D',
    clusterDir,
    ...parameters,
  ];
  const child = spawn(command as string, args, {
    ...runAs.ids,
    env: binaries.env,
    cwd: '/',
    // A separate session, so that Ctrl-C only reaches us; we stop the server last.
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  child.stdin.on('error', () => {});
  const exited = new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.once('exit', () => {
      // Ends the watchdog even if the server ended on its own.
      child.stdin.destroy();
      resolve();
    });
  });

  let isStopping = false;
  const lastLines: string[] = [];
  await new Promise<void>((resolve, reject) => {
    const fail = (reason?: string) => {
      endTimer();
      reject(new ServerStartFailed([...lastLines, ...(reason ? [reason] : [])].join('\n')));
    };
    const endTimer = systemTimers.after(timeoutMs, () => {
      child.stdin.end();
      fail(`not ready after ${timeoutMs} ms`);
    });
    child.once('error', (error) => fail(error.message));
    const lines = createInterface({ input: child.stderr });
    lines.on('line', (line) => {
      lastLines.push(line);
      if (lastLines.length > KEPT_LINES) lastLines.shift();
      // A stop ends the connections that are left, and each is FATAL to the server.
      if (!isStopping && /\b(FATAL|PANIC|WARNING):/.test(line)) logger?.warn(`postgres: ${line}`);
      else logger?.debug(`postgres: ${line}`);
      if (!line.includes('database system is ready to accept connections')) return;
      endTimer();
      resolve();
    });
    // Not at 'exit': the last lines of the log may still be in the pipe.
    child.once('close', () => fail());
  });

  // The server alone is no reason for this process to stay alive.
  const handles = [child, child.stdin, child.stderr] as unknown as { ref(): void; unref(): void }[];
  for (const handle of handles) handle.unref();
  return {
    exited,
    async stop() {
      isStopping = true;
      child.ref();
      child.stdin.end();
      await exited;
    },
  };
}
