import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ROOT, removeData, startProduct } from '../e2e/support/product.ts';
import { SESSION_SECRET } from './data/accounts.ts';

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

/** Child processes inherit no settings of a product that the caller may run. */
const { PATH, HOME, TMPDIR } = process.env;
const INHERITED = { PATH, HOME, TMPDIR };
let started = 0;

/** Those of Node that `npm start` has. */
const FLAGS =
  (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).scripts.start as string).match(/--\S+/g) ?? [];

/** Starts a program that prints its address when it is ready. */
export async function startServer(
  { profileDir }: Programs,
  program: string,
  { args = [], env = {} }: { readonly args?: readonly string[]; readonly env?: Record<string, string> },
): Promise<Server> {
  const product = await startProduct({
    ...{ program, args, inherited: INHERITED, ready: /is ready at (http[^\s"]+)/ },
    flags: [...FLAGS, ...(profileDir === null ? [] : profileArguments(profileDir, basename(program, '.js')))],
    env: { LOG_LEVEL: 'error', SESSION_SECRET, ...env },
  });
  return {
    ...{ url: product.url, pid: product.pid },
    async stop() {
      const timer = setTimeout(() => void product.kill(), STOP_TIMEOUT_MS);
      const code = await product.stop();
      clearTimeout(timer);
      removeData(product);
      if (code !== 0) throw new Error(`${program} failed:\n${product.output()}`);
    },
  };
}

function profileArguments(folder: string, name: string): readonly string[] {
  started += 1;
  return ['--cpu-prof', '--cpu-prof-dir', folder, '--cpu-prof-name', `${name}-${started}.cpuprofile`];
}
