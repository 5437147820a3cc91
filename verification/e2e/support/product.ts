import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

/** The root folder of the repository. */
export const ROOT = checkoutAbove(dirname(fileURLToPath(import.meta.url)));
/** Built by `npm test` before: the whole product in one process, and as separate services. */
export const PROGRAM = join(ROOT, 'dist/server/standalone.js');
export const SERVICES_PROGRAM = join(ROOT, 'dist/server/services.js');
/** Lifts the limits per network, because in tests all requests come from one address. */
export const ONE_NETWORK = {
  REGISTRATIONS_PER_NETWORK: '1000000',
  VISITORS_PER_NETWORK: '1000000',
  PROVIDER_SIGN_INS_PER_NETWORK: '1000000',
};
const START_TIMEOUT_MS = 500_000;
const REMOVE_TIMEOUT_MS = 30_000;
const REMOVE_PAUSE_MS = 50;

/** Starts from this file's folder, or from that of the bundle that contains it. */
function checkoutAbove(folder: string): string {
  return existsSync(join(folder, 'package-lock.json')) ? folder : checkoutAbove(dirname(folder));
}

export interface Product {
  /** Its address, without a trailing slash. */
  readonly url: string;
  /** Of the process. */
  readonly pid: number;
  readonly dataDir: string;
  /** Its output so far. */
  output(): string;
  /** Sends SIGTERM and waits for the end. @returns the exit code */
  stop(): Promise<number | null>;
  /** Sends SIGKILL, so that the process cannot clean up. */
  kill(): Promise<void>;
  /** Stops it and removes its data. */
  remove(): Promise<void>;
}

/** A test that fails may leave its product running; it ends with the process of the test. */
const running = new Set<ChildProcess>();
export function killAll(): void {
  for (const child of running) child.kill('SIGKILL');
}
process.once('exit', killAll);

/** A process of the product, which may die at any time, even before it is ready. */
export interface ProductProcess {
  readonly pid: number;
  readonly dataDir: string;
  /** Its output so far. */
  output(): string;
  /** Its address. Null: it ended before it was ready. @throws an error with all output if it takes too long */
  address(): Promise<string | null>;
  signal(name: NodeJS.Signals): void;
  hasEnded(): boolean;
  /** Resolves with the exit code; null: ended by a signal. */
  readonly ended: Promise<number | null>;
}

interface StartOptions {
  dataDir?: string;
  program?: string;
  args?: readonly string[];
  /** Of Node. */
  flags?: readonly string[];
  env?: Record<string, string>;
  /** Default: the environment of this process. */
  inherited?: NodeJS.ProcessEnv;
  uid?: number;
  /** In a process group of its own. */
  detached?: boolean;
  /** Finds the address in the output. */
  ready?: RegExp;
}

/** Starts the built product as its own process, as `npm start` and `npm run services` do, with its own port and data folder. */
export function spawnProduct(options: StartOptions = {}): ProductProcess {
  const { program = PROGRAM, args = [], flags = [], env, inherited = process.env, uid, detached = false } = options;
  const { ready = /PerkTree is ready at (http\S+)/ } = options;
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'perktree-e2e-'));
  const child = spawn(process.execPath, [...flags, program, ...args], {
    ...{ cwd: tmpdir(), detached, stdio: ['ignore', 'pipe', 'pipe'] },
    ...(uid === undefined ? {} : { uid, gid: uid }),
    env: { ...inherited, ...ONE_NETWORK, PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...env },
  });
  const output = outputOf(child);
  running.add(child);
  const ended = new Promise<number | null>((done) =>
    child.once('exit', (code) => {
      running.delete(child);
      done(code);
    }),
  );
  // Later than `exit`, after which the last output may still be in the pipe.
  const closed = new Promise<null>((done) => child.once('close', () => done(null)));
  return {
    ...{ pid: child.pid as number, dataDir, output, ended },
    signal: (name) => void child.kill(name),
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    async address() {
      const address = () => ready.exec(output())?.[1];
      const late = AbortSignal.timeout(START_TIMEOUT_MS);
      while (address() === undefined) {
        const more = once(child.stdout as Readable, 'data', { signal: late }).catch(() => {
          throw new Error(`no address in time:\n${output()}`);
        });
        if ((await Promise.race([closed, more])) === null) break;
      }
      return address() ?? null;
    },
  };
}

/** Starts the product and waits until it is ready. @throws an error with all output if it ends before */
export async function startProduct(options: StartOptions = {}): Promise<Product> {
  const product = spawnProduct(options);
  const { pid, dataDir, output, ended, signal, address } = product;
  const url = await address();
  if (url === null) throw new Error(`ended before it was ready:\n${output()}`);
  return {
    ...{ url, pid, dataDir, output },
    stop() {
      signal('SIGTERM');
      return ended;
    },
    async kill() {
      signal('SIGKILL');
      await ended;
    },
    async remove() {
      signal('SIGTERM');
      await ended;
      removeData(product);
    },
  };
}

/** What a process has printed so far. */
export function outputOf({ stdout, stderr }: Pick<ChildProcess, 'stdout' | 'stderr'>): () => string {
  let output = '';
  for (const stream of [stdout, stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk;
    });
  }
  return () => output;
}

/**
 * Retries, because the database of a killed product writes until it ends a moment later. The retries of `rmSync` do not help:
 * they do not look for new files.
 */
export function removeData(product: Pick<Product, 'dataDir'>): void {
  const latest = Date.now() + REMOVE_TIMEOUT_MS;
  for (;;) {
    try {
      rmSync(product.dataDir, { recursive: true, force: true });
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY' || Date.now() > latest) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, REMOVE_PAUSE_MS);
    }
  }
}

/** Runs a command of `npm run perktree` to its end, beside a product or without one. @param program of another version */
export function operate(
  words: readonly string[],
  env: Record<string, string>,
  program = PROGRAM.replace('standalone', 'perktree'),
): Promise<{ exitCode: number | null; output: string }> {
  const child = spawn(process.execPath, [program, ...words], {
    cwd: tmpdir(),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  const output = outputOf(child);
  return new Promise((done) => child.once('close', (exitCode) => done({ exitCode, output: output() })));
}
