import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { SESSION_SECRET } from './data/accounts.ts';

const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 15_000;

/** Folders of a run's programs. */
export interface Programs {
  /** Of the benchmark: `opponents.js`, `event-store-double.js`. */
  readonly benchDir: string;
  /** Of the product: `standalone.js` and the other programs that `npm start` builds. */
  readonly productDir: string;
  /** Folder for CPU profiles of the servers; null: none. */
  readonly profileDir: string | null;
}

export interface Server {
  readonly url: string;
  readonly pid: number;
  /** Stops it gracefully. @throws Error if it does not end or fails */
  stop(): Promise<void>;
}

/** Child processes that have not ended. */
const running = new Set<ChildProcess>();
/** Child processes inherit no settings of a product that the caller may run. */
const { PATH, HOME, TMPDIR } = process.env;
const INHERITED = { PATH, HOME, TMPDIR };
let started = 0;

export function killAll(): void {
  for (const child of running) child.kill('SIGKILL');
}

/** Starts a program that prints its address when it is ready. */
export async function startServer(
  { profileDir }: Programs,
  program: string,
  { args = [], env = {} }: { readonly args?: readonly string[]; readonly env?: Record<string, string> },
): Promise<Server> {
  const dataDir = mkdtempSync(join(tmpdir(), 'perktree-bench-data-'));
  const profile = profileDir === null ? [] : profileArguments(profileDir, basename(program, '.js'));
  const child = spawn(process.execPath, [...profile, program, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...INHERITED, PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'error', SESSION_SECRET, ...env },
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  let output = '';
  child.stderr.on('data', (chunk) => (output += chunk));
  const url = await new Promise<string>((resolve, reject) => {
    const fail = (why: string) => {
      child.kill('SIGKILL');
      rmSync(dataDir, { recursive: true, force: true });
      reject(new Error(`${program} ${why}:\n${output}`));
    };
    const timer = setTimeout(() => fail('was not ready in time'), START_TIMEOUT_MS);
    child.stdout.on('data', (chunk) => {
      output += chunk;
      const ready = /is ready at (http[^\s"]+)/.exec(output)?.[1];
      if (ready === undefined) return;
      clearTimeout(timer);
      resolve(ready);
    });
    child.once('exit', () => fail('ended'));
  });
  return {
    url,
    pid: child.pid ?? 0,
    async stop() {
      const ended = child.exitCode === null ? once(child, 'exit') : undefined;
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
      await ended;
      clearTimeout(timer);
      rmSync(dataDir, { recursive: true, force: true });
      if (child.exitCode !== 0) throw new Error(`${program} failed:\n${output}`);
    },
  };
}

function profileArguments(folder: string, name: string): readonly string[] {
  started += 1;
  return ['--cpu-prof', '--cpu-prof-dir', folder, '--cpu-prof-name', `${name}-${started}.cpuprofile`];
}
