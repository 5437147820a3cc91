import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * First and longest pause before a process that has ended is started again, in milliseconds. It doubles while starts fail:
 * one that had said that it is ready starts again after the first pause, whatever has ended it.
 */
const PAUSES = { first: 200, longest: 10_000 };

export interface Supervised {
  /** SIGTERM, and waits for the end. */
  stop(): Promise<void>;
}

/** Keeps a process running, as `restart: unless-stopped` does. */
export function supervise(options: {
  readonly name: string;
  readonly file: string;
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  /** What it prints once it has started. */
  readonly saysReady: RegExp;
  readonly onOutput: (line: string) => void;
  readonly onStart: (pid: number) => void;
  readonly onReady: () => void;
  /** How it lets time pass; for tests. */
  readonly rest?: (ms: number, signal: AbortSignal) => Promise<void>;
}): Supervised {
  const { name, file, cwd, environment, onOutput, onStart } = options;
  const { rest = (ms, signal) => sleep(ms, undefined, { signal }) } = options;
  let child: ChildProcess | null = null;
  let stopping = false;
  const wake = new AbortController();

  const run = async () => {
    let pause = PAUSES.first;
    while (!stopping) {
      let wasReady = false;
      child = spawn(process.execPath, [file], { cwd, env: { ...environment }, stdio: ['ignore', 'pipe', 'pipe'] });
      if (child.pid !== undefined) onStart(child.pid);
      child.stdout?.on('data', (chunk) => {
        if (!wasReady && options.saysReady.test(String(chunk))) {
          wasReady = true;
          options.onReady();
        }
        onOutput(String(chunk));
      });
      child.stderr?.on('data', (chunk) => onOutput(String(chunk)));
      const [code, signal] = await new Promise<[number | null, string | null]>((ended) =>
        child?.once('exit', (exitCode, exitSignal) => ended([exitCode, exitSignal])),
      );
      if (stopping) return;
      if (wasReady) pause = PAUSES.first;
      onOutput(`${name} ended (${signal ?? code}); starting it again\n`);
      await rest(pause, wake.signal).catch(() => {});
      pause = Math.min(pause * 2, PAUSES.longest);
    }
  };
  const done = run();
  return {
    async stop() {
      stopping = true;
      wake.abort();
      child?.kill('SIGTERM');
      await done;
    },
  };
}
