import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startEventStoreContainer } from './event-store-container.mjs';

/** Puts a fake `docker` that records its arguments first on the PATH. */
describe('an event store in a container', () => {
  const { PATH } = process.env;
  let folder;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'perktree-docker-'));
    process.env.PATH = `${folder}:${PATH}`;
  });
  afterEach(() => {
    process.env.PATH = PATH;
    rmSync(folder, { recursive: true });
  });

  const docker = (body) => {
    writeFileSync(join(folder, 'docker'), `#!/bin/sh\necho "$@" >> ${folder}/told\n${body}\n`);
    chmodSync(join(folder, 'docker'), 0o755);
  };
  const told = () => readFileSync(join(folder, 'told'), 'utf8').trim().split('\n');

  it('is waited for, reached on its own port and removed at the end', async () => {
    let asked = 0;
    const health = createServer((_, response) => response.writeHead(++asked < 3 ? 503 : 204).end());
    await new Promise((resolve) => health.listen(0, '127.0.0.1', resolve));
    const { port } = health.address();
    docker(`case $1 in run) echo abc;; port) echo 127.0.0.1:${port};; esac`);
    const { url, image, stop } = await startEventStoreContainer();
    stop();
    health.close();
    expect(url).toBe(`esdb://127.0.0.1:${port}?tls=false`);
    expect(image).toMatch(/^eventstore\/eventstore:\d+\.\d+\.\d+/);
    expect(asked).toBe(3);
    expect(told()).toEqual([
      'info',
      expect.stringMatching(/^run --detach --rm .* eventstore\/eventstore:\S+ --insecure --mem-db/),
      'port abc 2113',
      'rm --force abc',
    ]);
  });

  it('is reached although its port first accepts connections without answering: alone in a process', async () => {
    let accepted = 0;
    const health = createServer((_, response) => response.writeHead(204).end());
    const front = createTcpServer((socket) => {
      if (++accepted === 1) return socket.on('error', () => {}).resume();
      health.emit('connection', socket);
    });
    await new Promise((resolve) => front.listen(0, '127.0.0.1', resolve));
    const { port } = front.address();
    docker(`case $1 in run) echo abc;; port) echo 127.0.0.1:${port};; esac`);
    const file = new URL('./event-store-container.mjs', import.meta.url);
    const program = `const { url } = await (await import('${file}')).startEventStoreContainer(); console.log(url);`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { env: process.env });
    let output = '';
    child.stdout.on('data', (text) => (output += text));
    const [code] = await once(child, 'close');
    front.close();
    expect({ code, output }).toEqual({ code: 0, output: `esdb://127.0.0.1:${port}?tls=false\n` });
  });

  it('reports why it is not available', async () => {
    docker('exit 1');
    expect(await startEventStoreContainer()).toEqual({ why: 'no Docker engine answers here' });
    docker('[ $1 = info ] || { echo "no such image" >&2; exit 125; }');
    expect((await startEventStoreContainer()).why).toMatch(/does not run eventstore\/\S+: no such image$/);
  });
});
