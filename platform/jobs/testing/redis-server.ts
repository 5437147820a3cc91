import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
// biome-ignore lint/style/noRestrictedImports: a turn of the event loop
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { findProgram } from '../../process/find-program.ts';
import { freePort } from '../../process/free-port.ts';

/** For `npm run verify -- engines`: servers start in containers of this image of Redis or Valkey. */
const image = process.env.TEST_REDIS_IMAGE;
const program = findProgram('redis-server');

/** Whether a server can start: in a container, or by the program `redis-server`. */
export const hasRedis = image !== undefined || program !== null;

interface Server {
  start(): Promise<void>;
  /** Ends it as a crash does. Everything that it held is lost. */
  kill(): Promise<void>;
  /** Stops to answer without closing a connection. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  remove(): Promise<void>;
}

export interface TestRedis extends Omit<Server, 'remove'> {
  readonly url: string;
  command(name: string, ...words: string[]): Promise<void>;
  /** Forgets everything while it runs. */
  empty(): Promise<void>;
  close(): Promise<void>;
}

const IN_MEMORY = ['--save', '', '--appendonly', 'no'];

/** A server on a free port without persistence. It starts again on the same port. */
export async function startTestRedis(): Promise<TestRedis> {
  const port = await freePort('127.0.0.1');
  const url = `redis://127.0.0.1:${port}`;
  const server = image === undefined ? await processOf(port) : containerOf(image, port);
  const start = async () => {
    await server.start();
    await ask(url, (client) => client.ping());
  };
  await start();
  return {
    ...{ url, start, kill: server.kill, freeze: server.freeze, thaw: server.thaw },
    command: (name, ...words) => ask(url, (client) => client.call(name, ...words)),
    empty: () => ask(url, (client) => client.flushall()),
    async close() {
      await server.kill();
      await server.remove();
    },
  };
}

async function processOf(port: number): Promise<Server> {
  const folder = await mkdtemp(path.join(tmpdir(), 'perktree-test-redis-'));
  const settings = ['--bind', '127.0.0.1', '--port', String(port), ...IN_MEMORY, '--dir', folder];
  let server: ChildProcess | undefined;
  return {
    async start() {
      server = spawn(String(program), settings, { stdio: 'ignore' });
    },
    async kill() {
      if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
      const ended = once(server, 'exit');
      server.kill('SIGKILL');
      await ended;
    },
    freeze: async () => void server?.kill('SIGSTOP'),
    thaw: async () => void server?.kill('SIGCONT'),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

function containerOf(image: string, port: number): Server {
  const opening = openContainer(image, port);
  const when = async (state: 'Running' | 'Paused', wanted: boolean, act: 'start' | 'kill' | 'pause' | 'unpause') => {
    const { handle } = await opening;
    if ((await handle.inspect()).State[state] === wanted) await handle[act]();
  };
  return {
    start: () => when('Running', false, 'start'),
    kill: () => when('Running', true, 'kill'),
    freeze: () => when('Paused', false, 'pause'),
    thaw: () => when('Paused', true, 'unpause'),
    remove: async () => void (await (await opening).started.stop()),
  };
}

async function openContainer(image: string, port: number) {
  const { GenericContainer, getContainerRuntimeClient } = await import('testcontainers');
  const started = await new GenericContainer(image)
    .withCommand([image.includes('valkey') ? 'valkey-server' : 'redis-server', '--protected-mode', 'no', ...IN_MEMORY])
    .withExposedPorts({ container: 6379, host: port })
    .start();
  const client = await getContainerRuntimeClient();
  return { started, handle: client.container.getById(started.getId()) };
}

async function ask(url: string, question: (client: Redis) => Promise<unknown>): Promise<void> {
  const client = new Redis(url, { retryStrategy: () => 50, maxRetriesPerRequest: 200 });
  client.on('error', () => {});
  await question(client);
  client.disconnect();
  await sleep(0);
}
