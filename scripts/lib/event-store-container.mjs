import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from './project.mjs';

const START_MS = 60_000;
const ANSWER_MS = 2_000;
const OPTIONS = ['--insecure', '--mem-db', '--run-projections=None', '--cluster-size=1'];

/**
 * Starts an EventStoreDB in memory, in a container of the image that docker-compose.yml names.
 * @returns its address and `stop`, or why it could not start
 */
export async function startEventStoreContainer() {
  if (docker('info').status !== 0) return { why: 'no Docker engine answers here' };
  const [, image] = /image: (eventstore\/\S+)/.exec(readFileSync(join(root, 'docker-compose.yml'), 'utf8')) ?? [];
  const run = docker('run', '--detach', '--rm', '--publish', '127.0.0.1:0:2113', image, ...OPTIONS);
  if (run.status !== 0) return { why: `Docker does not run ${image}: ${lastLine(run.stderr)}` };
  const container = run.stdout.trim();
  const stop = () => void docker('rm', '--force', container);
  let url;
  try {
    url = await urlOf(container);
  } finally {
    if (!url) stop();
  }
  return url ? { url, image, stop } : { why: `${image} was not ready within ${START_MS / 1000} seconds` };
}

/** Once the server answers; undefined where it does not in time. */
async function urlOf(container) {
  const port = /:(\d+)\s*$/m.exec(docker('port', container, '2113').stdout)?.[1];
  for (const until = Date.now() + START_MS; Date.now() < until; await sleep(250)) {
    if (await isLive(port)) return `esdb://127.0.0.1:${port}?tls=false`;
  }
}

const docker = (...args) => spawnSync('docker', args, { encoding: 'utf8' });

const lastLine = (text) => text.trim().split('\n').at(-1);

async function isLive(port) {
  const over = new AbortController();
  // Unlike that of AbortSignal.timeout, this timer keeps Node running until the server answers.
  const timer = setTimeout(() => over.abort(), ANSWER_MS);
  try {
    return (await fetch(`http://127.0.0.1:${port}/health/live`, { signal: over.signal })).ok;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
