import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPostmaster } from '@perktree/platform/postgres/embedded/stale-server';
import { build } from 'vite';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { haproxyPath } from '../gateway/haproxy.ts';

const root = join(import.meta.dirname, '../../..');
// Inside the checkout, where the program finds its packages. One service stays; the others are missing and started again and again.
const product = join(root, '.cache/services');

beforeAll(async () => {
  await build({
    ...{ configFile: false, root: import.meta.dirname, logLevel: 'error' },
    build: { ssr: join(import.meta.dirname, 'main.ts'), outDir: product, emptyOutDir: true, target: 'node20' },
    ssr: { noExternal: [/^@perktree\//] },
  });
  mkdirSync(join(product, 'ui/dist'), { recursive: true });
  for (const path of ['docker-compose.yml', 'apps/services/gateway']) {
    cpSync(join(root, path), join(product, path), { recursive: true });
  }
  mkdirSync(join(product, 'dist/server'), { recursive: true });
  writeFileSync(join(product, 'dist/server/ui.js'), 'setInterval(() => {}, 1000)');
});

function startServices() {
  const dataDir = mkdtempSync(join(tmpdir(), 'perktree-services-'));
  const child = spawn(process.execPath, [join(product, 'main.js')], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: dataDir },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      text += chunk;
    });
  }
  const ended = new Promise<number | null>((done) => child.once('close', done));
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  });
  return { child, ended, output: () => text, postmaster: () => readPostmaster(join(dataDir, 'postgres/cluster')) };
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

// Skipped without HAProxy (`apt-get install haproxy`).
describe.skipIf(haproxyPath() === null)('npm run services', () => {
  it('stops with exit code 1 when the embedded database dies', async () => {
    const { ended, output, postmaster } = startServices();
    await expect.poll(output).toContain('gateway');
    process.kill(Number(postmaster()?.pid), 'SIGKILL');
    expect(await ended).toBe(1);
    expect(output()).toContain('the embedded database has ended by itself; start again');
  });

  it('leaves no process behind when it is killed', async () => {
    const { child, output, postmaster } = startServices();
    const pidOf = (name: string) => Number(new RegExp(`${name} +process (\\d+)`).exec(output())?.[1]);
    await expect.poll(() => pidOf('gateway')).toBeGreaterThan(0);
    await expect.poll(() => pidOf('ui')).toBeGreaterThan(0);
    const pids = [pidOf('gateway'), pidOf('ui'), Number(postmaster()?.pid)];
    expect(pids.filter(isRunning)).toEqual(pids);
    child.kill('SIGKILL');
    await expect.poll(() => pids.filter(isRunning)).toEqual([]);
  });
});
