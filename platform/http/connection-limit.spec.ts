import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { build } from 'vite';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';

// Inside the checkout, where the program finds its packages.
const outDir = join(import.meta.dirname, '../../.cache/connection-limit');

beforeAll(async () => {
  await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'error',
    build: { ssr: join(import.meta.dirname, 'testing/serve-few-handles.ts'), outDir, target: 'node20' },
  });
});

let child: ChildProcess;
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  child?.kill('SIGKILL');
});

async function start() {
  child = spawn('sh', ['-c', `ulimit -n 256 && exec "${process.execPath}" "${join(outDir, 'serve-few-handles.js')}"`]);
  let log = '';
  child.stderr?.on('data', (text) => (log += text));
  const [port] = await once(child.stdout as NonNullable<typeof child.stdout>, 'data');
  const at = Number(String(port));
  const lines = () =>
    log
      .trim()
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  return {
    warnings: () =>
      lines()
        .filter(({ level }) => level === 40)
        .map(({ msg }) => msg),
    lines,
    open: async (count: number, text = '') => {
      for (let n = 0; n < count; n++) {
        const socket = connect(at, '127.0.0.1');
        socket.on('error', () => {});
        sockets.push(socket);
        await once(socket, 'connect');
        if (text) socket.write(text);
      }
    },
    // biome-ignore lint/plugin: ends a hang
    answer: (signal = AbortSignal.timeout(10_000)) =>
      fetch(`http://127.0.0.1:${at}/answer`, { signal, headers: { connection: 'close' } }),
    stop: async () => {
      const ended = once(child, 'close');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

const LOW = expect.stringMatching(/^few files may be open/);
const REACHED = 'connections reached their bound: idle and new ones are closed';
const READ = 'GET /answer HTTP/1.1\r\nHost: shop\r\n\r\n';

describe('a server with 256 open files', () => {
  it('closes connections that wait for a next request, logs it once, and the count at the end', async () => {
    const { open, answer, warnings, lines, stop } = await start();
    await open(400, READ);
    await expect.poll(async () => (await answer().catch(() => null))?.status).toBe(200);
    await expect.poll(warnings).toEqual([LOW, REACHED]);
    await stop();
    expect(lines().at(-1)).toMatchObject({ msg: `over: ${REACHED}`, failures: expect.any(Number) });
  });

  it('refuses new connections while none is idle, and answers when one has ended', async () => {
    const { open, answer, warnings } = await start();
    const outcome = async () => {
      await open(20, 'GET /never HTTP/1.1\r\nHost: shop\r\n\r\n');
      return answer().then(() => 'answered', String);
    };
    await expect.poll(outcome).toBe('TypeError: fetch failed');
    // The log comes by another pipe than the refusal.
    await expect.poll(warnings).toContain(REACHED);
    for (const socket of sockets.splice(0)) socket.destroy();
    await expect.poll(async () => (await answer().catch(() => null))?.status).toBe(200);
  });
});
