import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPostmaster } from '@perktree/platform/postgres/embedded/stale-server';
import { build } from 'vite';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { haproxyPath } from '../gateway/haproxy.ts';

const root = join(import.meta.dirname, '../../..');
// Inside the checkout, where the program finds its packages. Without services, which are started again and again.
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

// Skipped without HAProxy (`apt-get install haproxy`).
describe.skipIf(haproxyPath() === null)('npm run services', () => {
  it('stops with exit code 1 when the embedded database dies', async () => {
    const { ended, output, postmaster } = startServices();
    await expect.poll(output).toContain('gateway');
    process.kill(Number(postmaster()?.pid), 'SIGKILL');
    expect(await ended).toBe(1);
    expect(output()).toContain('the embedded database has ended by itself; start again');
  });

  it('does not take its own stop for the death of the embedded database', async () => {
    const { child, ended, output } = startServices();
    await expect.poll(output).toContain('gateway');
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(output()).not.toContain('has ended by itself');
  });
});
