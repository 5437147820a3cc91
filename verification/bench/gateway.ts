import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { haproxyPath, NoHaproxy, withServers } from '@perktree/apps/services/gateway/haproxy';
import { freePort } from '@perktree/platform/process/free-port';
import { outputOf, ROOT } from '../e2e/support/product.ts';
import type { Server } from './processes.ts';

const FOLDER = join(ROOT, 'apps/services/gateway');
const START_TIMEOUT_MS = 20_000;

/**
 * The gateway of `npm run services` in front of command services.
 * @throws NoHaproxy
 */
export async function startGateway(commands: readonly Pick<Server, 'url'>[]): Promise<Server> {
  const program = haproxyPath();
  if (program === null) throw new NoHaproxy();
  const folder = mkdtempSync(join(tmpdir(), 'perktree-bench-gateway-'));
  const file = join(folder, 'haproxy.cfg');
  const servers = { commands: commands.map(({ url }) => new URL(url).host), queries: [], ui: [] };
  // On two cores under full load, an instance that is well answers a health check late.
  const text = readFileSync(join(FOLDER, 'haproxy.cfg'), 'utf8').replace(/timeout check \S+/, 'timeout check 20s');
  writeFileSync(file, withServers(text, servers));
  const [port, inside] = [await freePort('127.0.0.1'), await freePort('127.0.0.1')];
  const child = spawn(program, ['-C', FOLDER, '-db', '-f', file], {
    env: { LISTEN: `127.0.0.1:${port}`, LISTEN_INSIDE: `127.0.0.1:${inside}`, TRUST_PROXY: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = outputOf(child);
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  const url = `http://127.0.0.1:${port}`;
  const until = performance.now() + START_TIMEOUT_MS;
  // An unknown call, which a command service answers once the gateway has found it.
  const isUp = () =>
    fetch(`${url}/api/unheard-of`, { method: 'POST' })
      .then(({ status }) => status !== 503)
      .catch(() => false);
  while (!(await isUp())) {
    if (performance.now() > until || child.exitCode !== null)
      throw new Error(`the gateway did not start:\n${output()}`);
    await sleep(50);
  }
  return {
    ...{ url, pid: child.pid as number },
    async stop() {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
