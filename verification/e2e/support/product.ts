import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout. */
export const ROOT = checkoutAbove(dirname(fileURLToPath(import.meta.url)));
/** What `npm test` has built before: the whole product in one process, and as services apart. */
export const PROGRAM = join(ROOT, 'dist/server/standalone.js');
export const SERVICES_PROGRAM = join(ROOT, 'dist/server/services.js');
/** Settings for a run in which everyone comes from one address. */
export const ONE_NETWORK = { REGISTRATIONS_PER_NETWORK: '1000000', VISITORS_PER_NETWORK: '1000000' };
const START_TIMEOUT_MS = 180_000;

/** Of this file, or of a bundle that it has become a part of. */
function checkoutAbove(folder: string): string {
  return existsSync(join(folder, 'package-lock.json')) ? folder : checkoutAbove(dirname(folder));
}

export interface Product {
  /** Where it is served, without a slash at the end. */
  readonly url: string;
  /** Of the process. */
  readonly pid: number;
  readonly dataDir: string;
  /** Everything it has printed so far. */
  output(): string;
  /** SIGTERM, and waits for the end. Gives the exit code. */
  stop(): Promise<number | null>;
  /** SIGKILL: the process gets no chance to tidy up. */
  kill(): Promise<void>;
}

/** Starts the built product as its own process, as `npm start` and `npm run services` do, with its own port and data folder. */
export async function startProduct(
  options: {
    dataDir?: string;
    program?: string;
    args?: readonly string[];
    env?: Record<string, string>;
    uid?: number;
    /** Default: three minutes. */
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
  const ended = new Promise<number | null>((done) => child.once('exit', (code) => done(code)));
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

/** The first line that names an address. @throws with all the output, when it ends or takes too long */
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
    // Not at its exit: what it printed last may still be in the pipe.
    child.once('close', onEnd);
  });
}

/** Repeatedly: the database of a killed product ends a moment after it, and writes until then. */
export function removeData(product: Product): void {
  rmSync(product.dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}

/** Runs a command of `npm run perktree` to its end, beside a product or without one. */
export function operate(
  words: readonly string[],
  env: Record<string, string>,
): Promise<{ exitCode: number | null; output: string }> {
  const child = spawn(process.execPath, [PROGRAM.replace('standalone', 'perktree'), ...words], {
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
