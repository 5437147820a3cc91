import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { freePort } from '@perktree/platform/process/free-port';
import { build } from 'vite';
import type { Certificate } from './node.ts';
import type { Commands, Request } from './worker.ts';

/** The double's controls for the test thread. */
type Controls = {
  [Name in keyof Commands]: (...args: Parameters<Commands[Name]>) => Promise<Awaited<ReturnType<Commands[Name]>>>;
};

export interface EventStoreDbDouble extends Omit<Controls, 'start' | 'stop'> {
  /** Addresses of its nodes; the first one leads at first. */
  readonly urls: readonly [string, ...string[]];
  readonly ports: readonly number[];
  /** Stops the server abruptly. Its data is back after `start`. */
  readonly stop: () => Promise<void>;
  readonly start: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * A double of an EventStoreDB cluster that speaks its protocol. It tests the client over real connections with faults; it
 * proves nothing about the server.
 */
export async function startEventStoreDbDouble(
  options: { readonly nodes?: number; readonly tls?: Certificate } = {},
): Promise<EventStoreDbDouble> {
  bundled ??= bundle();
  // Not ephemeral ports, which another process could get while the servers are stopped.
  const ports = await Promise.all(Array.from({ length: options.nodes ?? 1 }, () => freePort('127.0.0.1')));
  const worker = new Worker(await bundled, { workerData: { ports, tls: options.tls } });
  const waiting = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>();
  await new Promise<void>((resolve, reject) => {
    worker.once('error', reject);
    worker.on('message', (message: 'started' | { id: number; result: unknown } | { id: number; error: string }) => {
      if (message === 'started') return resolve();
      const waiter = waiting.get(message.id);
      if ('error' in message) waiter?.reject(new Error(message.error));
      else waiter?.resolve(message.result);
      waiting.delete(message.id);
    });
  });
  let requests = 0;
  const sender =
    (command: keyof Commands) =>
    (...args: readonly unknown[]) =>
      new Promise<unknown>((resolve, reject) => {
        const request: Request = { id: ++requests, command, args };
        waiting.set(request.id, { resolve, reject });
        worker.postMessage(request);
      });
  const senders = Object.fromEntries(COMMANDS.map((command) => [command, sender(command)])) as unknown as Controls;
  const [first = '', ...rest] = ports.map((port) => `esdb://127.0.0.1:${port}?tls=${options.tls !== undefined}`);
  return {
    ...senders,
    urls: [first, ...rest],
    ports,
    close: async () => {
      await worker.terminate();
    },
  };
}

const COMMANDS: readonly (keyof Commands)[] = [
  ...(['start', 'stop', 'reset', 'cutConnections', 'setFaults', 'setLeader'] as const),
  ...(['appendSystemEvents', 'remove', 'truncate', 'forgetIds', 'seen'] as const),
];

let bundled: Promise<string> | undefined;

/** Bundles the worker, because a worker thread loads no TypeScript. From this folder it resolves its packages. */
async function bundle(): Promise<string> {
  const cache = join(ROOT, 'node_modules/.cache/event-store-db-double');
  const folder = join(cache, String(process.pid));
  mkdirSync(folder, { recursive: true });
  // Test processes may end abruptly: the next one removes their leftovers.
  for (const name of readdirSync(cache)) {
    if (!isAlive(Number(name))) rmSync(join(cache, name), { recursive: true, force: true });
  }
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
    build: {
      ssr: fileURLToPath(new URL('./worker.ts', import.meta.url)),
      outDir: folder,
      emptyOutDir: true,
      target: 'node20',
      rollupOptions: { output: { entryFileNames: 'worker.mjs' } },
    },
  });
  return join(folder, 'worker.mjs');
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
