import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
// biome-ignore lint/style/noRestrictedImports: a turn of the event loop
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { freePort } from '../../process/free-port.ts';

/** The path of `redis-server`; null if it is not installed. */
export const redisServerPath: string | null = (process.env.PATH ?? '')
  .split(path.delimiter)
  .reduce((found: string | null, folder) => found ?? ifExecutable(path.join(folder, 'redis-server')), null);

export interface TestRedis {
  readonly url: string;
  /** Ends it as a crash does. Everything that it held is lost. */
  kill(): Promise<void>;
  /** Again, on the same port. */
  start(): Promise<void>;
  /** Stops to answer without closing a connection. */
  freeze(): void;
  thaw(): void;
  command(name: string, ...words: string[]): Promise<void>;
  /** Forgets everything while it runs. */
  empty(): Promise<void>;
  close(): Promise<void>;
}

/** A Redis server on a free port without persistence. */
export async function startTestRedis(): Promise<TestRedis> {
  const folder = await mkdtemp(path.join(tmpdir(), 'perktree-test-redis-'));
  const port = await freePort('127.0.0.1');
  const url = `redis://127.0.0.1:${port}`;
  let server: ChildProcess | undefined;

  const redis: TestRedis = {
    url,
    async start() {
      const settings = ['--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder];
      server = spawn(String(redisServerPath), ['--port', String(port), ...settings], { stdio: 'ignore' });
      await ask(url, (client) => client.ping());
    },
    async kill() {
      if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
      const ended = once(server, 'exit');
      server.kill('SIGKILL');
      await ended;
    },
    freeze: () => void server?.kill('SIGSTOP'),
    thaw: () => void server?.kill('SIGCONT'),
    command: (name, ...words) => ask(url, (client) => client.call(name, ...words)),
    empty: () => ask(url, (client) => client.flushall()),
    async close() {
      await redis.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
  await redis.start();
  return redis;
}

async function ask(url: string, question: (client: Redis) => Promise<unknown>): Promise<void> {
  const client = new Redis(url, { retryStrategy: () => 50, maxRetriesPerRequest: 200 });
  client.on('error', () => {});
  await question(client);
  client.disconnect();
  await sleep(0);
}

function ifExecutable(file: string): string | null {
  try {
    accessSync(file, constants.X_OK);
    return file;
  } catch {
    return null;
  }
}
