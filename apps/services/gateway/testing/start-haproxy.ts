import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@perktree/platform/process/free-port';
import { vi } from 'vitest';
import { type Backend, haproxyPath, withServers } from '../haproxy.ts';

const FOLDER = fileURLToPath(new URL('../', import.meta.url));

export interface TestGateway {
  readonly url: string;
  /** Internal address for the ui and Prometheus. */
  readonly inside: string;
  readonly process: ChildProcess;
  close(): Promise<void>;
}

/** HAProxy with the product's configuration in front of these servers (`127.0.0.1:3001`). @param edited changes that */
export async function startHaproxy(
  servers: Readonly<Record<Backend, readonly string[]>>,
  trustProxy = '',
  edited: (configuration: string) => string = (configuration) => configuration,
): Promise<TestGateway> {
  const folder = mkdtempSync(join(tmpdir(), 'perktree-haproxy-'));
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, edited(withServers(readFileSync(join(FOLDER, 'haproxy.cfg'), 'utf8'), servers)));
  const [port, insidePort] = [await freePort('127.0.0.1'), await freePort('127.0.0.1')];
  const child = spawn(String(haproxyPath()), ['-C', FOLDER, '-db', '-f', file], {
    env: { LISTEN: `127.0.0.1:${port}`, LISTEN_INSIDE: `127.0.0.1:${insidePort}`, TRUST_PROXY: trustProxy },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  const ended = new Promise((done) => child.once('exit', done));
  const url = `http://127.0.0.1:${port}`;
  await vi
    .waitFor(() => fetch(`${url}/healthz`), { timeout: 60_000 })
    .catch((error: Error) => {
      throw new Error(`HAProxy did not start at ${url}: ${error.message}\n${output}`);
    });
  return {
    url,
    inside: `http://127.0.0.1:${insidePort}`,
    process: child,
    async close() {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
