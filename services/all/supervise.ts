import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

/** First and longest pause before a process that has ended is started again, in milliseconds; it doubles in between. */
const PAUSES = { first: 200, longest: 10_000 };
/** One that ran for this long starts again after the first pause, in milliseconds. */
const STEADY_MS = 10_000;

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
  readonly onOutput: (line: string) => void;
  readonly onStart: (pid: number) => void;
}): Supervised {
  const { name, file, cwd, environment, onOutput, onStart } = options;
  let child: ChildProcess | null = null;
  let stopping = false;
  const wake = new AbortController();

  const run = async () => {
    let pause = PAUSES.first;
    while (!stopping) {
      const startedAt = Date.now();
      child = spawn(process.execPath, [file], { cwd, env: { ...environment }, stdio: ['ignore', 'pipe', 'pipe'] });
      if (child.pid !== undefined) onStart(child.pid);
      child.stdout?.on('data', (chunk) => onOutput(String(chunk)));
      child.stderr?.on('data', (chunk) => onOutput(String(chunk)));
      const [code, signal] = await new Promise<[number | null, string | null]>((ended) =>
        child?.once('exit', (exitCode, exitSignal) => ended([exitCode, exitSignal])),
      );
      if (stopping) return;
      if (Date.now() - startedAt > STEADY_MS) pause = PAUSES.first;
      onOutput(`${name} ended (${signal ?? code}); starting it again\n`);
      await sleep(pause, undefined, { signal: wake.signal }).catch(() => {});
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
