import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { systemTimers } from '@perktree/platform/time/timers';

/**
 * First and longest pause before a process that has ended is started again, in milliseconds. The pause doubles while
 * starts fail. A process that was ready starts again after the first pause.
 */
const PAUSES = { first: 200, longest: 10_000 };

/** Time to stop before a process is killed, in milliseconds. */
const STOP_MS = 9_000;

/**
 * Becomes the program after starting a guard, which stops it when the pipe from the supervisor closes: also when the supervisor
 * dies by any signal. Services end within 10 s of SIGTERM; the guard kills what is left after 15 s.
 */
const WITH_GUARD = `
exec 3<&0
{
  exec >/dev/null 2>&1
  cat <&3
  kill -TERM $$ || exit
  tries=0
  while [ $tries -lt 150 ] && kill -0 $$; do sleep 0.1; tries=$((tries + 1)); done
  kill -KILL $$
} &
exec "$@" </dev/null 3<&-
`;

export interface Supervised {
  /** Sends the signal and waits for the end. */
  stop(signal?: 'SIGTERM' | 'SIGUSR1'): Promise<void>;
}

/**
 * Keeps a process running, as `restart: unless-stopped` does. A failed spawn is retried like a process that ended. The
 * process has its own process group, so that signals to the supervisor's group, such as Ctrl+C, do not stop it out of order.
 * It ends with the supervisor, however that ends.
 */
export function supervise(options: {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Matches the line that the process prints when it is ready. Left out: it prints none. */
  readonly saysReady?: RegExp;
  readonly onOutput: (line: string) => void;
  readonly onStart: (pid: number) => void;
  readonly onReady: () => void;
  /** Waits; replaced in tests. */
  readonly rest?: (ms: number, signal: AbortSignal) => Promise<void>;
}): Supervised {
  const { name, command, cwd, environment, onOutput, onStart } = options;
  const { rest = systemTimers.sleep } = options;
  let child: ChildProcess | null = null;
  let stopping = false;
  const wake = new AbortController();

  const run = async () => {
    let pause = PAUSES.first;
    while (!stopping) {
      let wasReady = false;
      const outcome = await new Promise<string>((resolve, reject) => {
        const started = spawn('/bin/sh', ['-c', WITH_GUARD, name, ...command], {
          cwd,
          env: { ...environment },
          stdio: ['pipe', 'pipe', 'pipe'],
          detached: true,
        });
        child = started;
        if (started.pid === undefined) {
          // A spawn that fails without throwing emits `error` and no `exit`, and may leave no streams.
          started.once('error', reject);
          return;
        }
        onStart(started.pid);
        const { stdin, stdout, stderr } = started;
        stdin.on('error', () => {});
        createInterface({ input: stdout }).on('line', (line) => {
          if (!wasReady && options.saysReady?.test(line)) {
            wasReady = true;
            options.onReady();
          }
          onOutput(line);
        });
        createInterface({ input: stderr }).on('line', onOutput);
        started.once('exit', (code, signal) => {
          stdin.destroy();
          resolve(`ended (${signal ?? code})`);
        });
      }).catch((error: Error) => `did not start (${error.message})`);
      if (stopping) return;
      if (wasReady) pause = PAUSES.first;
      onOutput(`[WARNING] ${name} ${outcome}; starting it again`);
      await rest(pause, wake.signal);
      pause = Math.min(pause * 2, PAUSES.longest);
    }
  };
  const done = run();
  return {
    async stop(signal = 'SIGTERM') {
      stopping = true;
      wake.abort();
      child?.kill(signal);
      const endForce = systemTimers.after(STOP_MS, () => child?.kill('SIGKILL'));
      await done;
      endForce();
    },
  };
}
