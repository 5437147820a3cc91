import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SESSION_SECRET } from './data/accounts.ts';
import type { LoadOrder, LoadResult } from './load/order.ts';

const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 15_000;
const SAMPLE_EVERY_MS = 50;

/** Folders of a run's programs. */
export interface Programs {
  /** Of the benchmark: `load.js`, `opponents.js`, `in-process.js`. */
  readonly benchDir: string;
  /** Of the product: `standalone.js` and the other programs that `npm start` builds. */
  readonly productDir: string;
  /** Folder for CPU profiles of the servers; null: none. */
  readonly profileDir: string | null;
}

export interface Server {
  readonly url: string;
  readonly pid: number;
  /** From the start of the process until it printed its address. */
  readonly readyMs: number;
  /** Stops it gracefully. @throws Error if it does not end or fails */
  stop(): Promise<void>;
}

/** Child processes that have not ended. */
const running = new Set<ChildProcess>();

export function killAll(): void {
  for (const child of running) child.kill('SIGKILL');
}

/** Starts a program that prints its address when it is ready. */
export async function startServer(
  programs: Programs,
  program: string,
  options: { readonly args?: readonly string[]; readonly env?: Record<string, string> } = {},
): Promise<Server> {
  const dataDir = mkdtempSync(join(tmpdir(), 'perktree-bench-data-'));
  const profile = programs.profileDir === null ? [] : ['--cpu-prof', '--cpu-prof-dir', programs.profileDir];
  const started = performance.now();
  const child = start([...profile, program, ...(options.args ?? [])], {
    ...{ PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'error', SESSION_SECRET },
    ...options.env,
  });
  const url = await readyAt(child).catch((error: unknown) => {
    child.process.kill('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
    throw error;
  });
  const readyMs = performance.now() - started;
  return {
    url,
    pid: child.process.pid ?? 0,
    readyMs,
    async stop() {
      const ended = child.process.exitCode === null ? once(child.process, 'exit') : undefined;
      child.process.kill('SIGTERM');
      const timer = setTimeout(() => child.process.kill('SIGKILL'), STOP_TIMEOUT_MS);
      await ended;
      clearTimeout(timer);
      rmSync(dataDir, { recursive: true, force: true });
      if (child.process.exitCode !== 0) throw new Error(`${program} failed:\n${child.output()}`);
    },
  };
}

/** Starts the product as one process on a database. */
export function startProduct(programs: Programs, databaseUrl: string): Promise<Server> {
  return startServer(programs, join(programs.productDir, 'standalone.js'), { env: { DATABASE_URL: databaseUrl } });
}

/** Runs a load in a separate process. */
export async function runLoad(programs: Programs, order: LoadOrder): Promise<LoadResult> {
  const folder = mkdtempSync(join(tmpdir(), 'perktree-bench-load-'));
  try {
    const file = join(folder, 'order.json');
    writeFileSync(file, JSON.stringify(order));
    return await runJson<LoadResult>(join(programs.benchDir, 'load.js'), [file]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs a program to its end. @returns the JSON that it printed @throws Error if it fails */
export async function runJson<T>(
  program: string,
  args: readonly string[],
  options: { readonly env?: Record<string, string>; readonly nodeArgs?: readonly string[] } = {},
): Promise<T> {
  const child = start([...(options.nodeArgs ?? []), program, ...args], options.env ?? {});
  await succeeded(child, program);
  return JSON.parse(child.printed()) as T;
}

/** Runs a program to its end and samples it periodically. @throws Error if it fails */
export async function runProgramToEnd(
  program: string,
  args: readonly string[],
  env: Record<string, string>,
  sample: (pid: number) => void,
): Promise<void> {
  const child = start([program, ...args], env);
  const timer = setInterval(() => sample(child.process.pid ?? 0), SAMPLE_EVERY_MS);
  await succeeded(child, program).finally(() => clearInterval(timer));
}

async function succeeded(child: ReturnType<typeof start>, program: string): Promise<void> {
  const [code] = (await once(child.process, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${program} ended with ${code}:\n${child.output()}`);
}

/** Child processes inherit no settings of a product that the caller may run. */
const { PATH, HOME, TMPDIR } = process.env;
const INHERITED = { PATH, HOME, TMPDIR };

function start(args: readonly string[], env: Record<string, string>) {
  const process_ = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...INHERITED, ...env },
  });
  running.add(process_);
  process_.once('exit', () => running.delete(process_));
  let printed = '';
  let errors = '';
  process_.stdout.on('data', (chunk) => (printed += chunk));
  process_.stderr.on('data', (chunk) => (errors += chunk));
  return { process: process_, printed: () => printed, output: () => `${printed}\n${errors}` };
}

function readyAt(child: ReturnType<typeof start>): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`a server ${why}:\n${child.output()}`));
    const timer = setTimeout(() => fail('was not ready in time'), START_TIMEOUT_MS);
    child.process.stdout?.on('data', () => {
      const url = /is ready at (http[^\s"]+)/.exec(child.printed())?.[1];
      if (url === undefined) return;
      clearTimeout(timer);
      resolve(url);
    });
    child.process.once('exit', () => fail('ended before it was ready'));
  });
}
