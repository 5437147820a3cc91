import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
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
}

/** A test that fails may leave its product running; it ends with the process of the test. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Starts the built product as its own process, as `npm start` and `npm run services` do, with its own port and data folder. */
export async function startProduct(
  options: {
    dataDir?: string;
    program?: string;
    args?: readonly string[];
    env?: Record<string, string>;
    uid?: number;
    /** Default: START_TIMEOUT_MS. */
    startTimeoutMs?: number;
  } = {},
): Promise<Product> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'perktree-e2e-'));
  const child = spawn(process.execPath, [options.program ?? PROGRAM, ...(options.args ?? [])], {
    cwd: tmpdir(),
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }),
    env: { ...process.env, ...ONE_NETWORK, PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...options.env },
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  running.add(child);
  const ended = new Promise<number | null>((done) =>
    child.once('exit', (code) => {
      running.delete(child);
      done(code);
    }),
  );
  const url = await addressOf(child, () => output, options.startTimeoutMs ?? START_TIMEOUT_MS);
  return {
    url,
    pid: child.pid as number,
    dataDir,
    output: () => output,
    stop() {
      child.kill('SIGTERM');
      return ended;
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** The first address in the output. @throws an error with all output if the process ends or takes too long */
function addressOf(child: ChildProcess, output: () => string, timeoutMs: number): Promise<string> {
  return new Promise((done, reject) => {
    const look = () => {
      const url = /PerkTree is ready at (http\S+)/.exec(output())?.[1];
      if (url) finish(() => done(url));
    };
    const timer = setTimeout(() => finish(() => reject(new Error(`no address in time:\n${output()}`))), timeoutMs);
    const onEnd = () => finish(() => reject(new Error(`ended before it was ready:\n${output()}`)));
    const finish = (settle: () => void) => {
      clearTimeout(timer);
      child.stdout?.off('data', look);
      child.off('close', onEnd);
      settle();
    };
    child.stdout?.on('data', look);
    // Not on `exit`: the last output may still be in the pipe.
    child.once('close', onEnd);
  });
}

/**
 * Retries, because the database of a killed product writes until it ends a moment later. The retries of `rmSync` do not help:
 * they do not look for new files.
 */
export function removeData(product: Product): void {
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
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  return new Promise((done) => child.once('close', (exitCode) => done({ exitCode, output })));
}
