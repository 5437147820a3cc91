import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GenericContainer, getContainerRuntimeClient, Network, type StartedTestContainer, Wait } from 'testcontainers';
import { afterAll, describe, expect, it } from 'vitest';
import { ROOT } from './support/product.ts';

const NODE_IMAGE = process.env.NODE_IMAGE || (/^ARG NODE_IMAGE=(.+)$/m.exec(read('Dockerfile'))?.[1] ?? '');
const POSTGRES_IMAGE = /image: &postgres ([\w:.-]+)/.exec(read('docker-compose.yml'))?.[1] ?? '';
const BUILD_MINUTES = 30;

function read(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}

const closes: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closes.reverse()) await close();
});

/** @returns why the image cannot be built here, or null */
async function whyNot(): Promise<string | null> {
  try {
    await getContainerRuntimeClient();
  } catch {
    return 'no container engine answers here';
  }
  for (const image of [NODE_IMAGE, POSTGRES_IMAGE]) {
    try {
      const started = await new GenericContainer(image).withEntrypoint(['sleep']).withCommand(['60']).start();
      await started.stop();
    } catch (error) {
      return `${image} cannot be had: ${error}`;
    }
  }
  return null;
}

/** `NODE_IMAGE` names another base image, on a machine that reaches no registry. */
describe('the image', { timeout: BUILD_MINUTES * 60_000 }, () => {
  it('is built, and serves the product as a user without rights: its secrets are files', async ({ skip }) => {
    const why = await whyNot();
    if (why !== null) return skip(why);
    const network = await new Network().start();
    closes.push(() => network.stop());
    const keep = async (starting: Promise<StartedTestContainer>) => {
      const started = await starting;
      closes.push(() => started.stop());
      return started;
    };
    const login = { POSTGRES_USER: 'perktree', POSTGRES_PASSWORD: 'of-the-test', POSTGRES_DB: 'perktree' };
    const isReady = { test: ['CMD-SHELL', 'pg_isready -h 127.0.0.1'], interval: 250, timeout: 2_000, retries: 400 };
    await keep(
      new GenericContainer(POSTGRES_IMAGE)
        .withNetwork(network)
        .withNetworkAliases('postgres')
        .withEnvironment(login)
        .withHealthCheck(isReady as Parameters<GenericContainer['withHealthCheck']>[0])
        .withWaitStrategy(Wait.forHealthCheck())
        .start(),
    );
    const built = await GenericContainer.fromDockerfile(ROOT).withBuildArgs({ NODE_IMAGE }).build('perktree:verify');
    const secrets = {
      'database-url': 'postgres://perktree:of-the-test@postgres:5432/perktree\n',
      'session-secret': 'of 32 characters, as it has to be\n',
    };
    const product = await keep(
      built
        .withNetwork(network)
        .withDroppedCapabilities('ALL')
        .withResourcesQuota({ memory: 2 })
        .withCopyContentToContainer(
          Object.entries(secrets).map(([name, content]) => ({ content, target: `/run/secrets/${name}`, mode: 0o444 })),
        )
        .withEnvironment({
          HOST: '0.0.0.0',
          DATABASE_URL_FILE: '/run/secrets/database-url',
          SESSION_SECRET_FILE: '/run/secrets/session-secret',
        })
        .withExposedPorts(3000)
        .withWaitStrategy(Wait.forHttp('/readyz', 3000).forStatusCode(200))
        .withStartupTimeout(120_000)
        .start(),
    );
    const url = `http://127.0.0.1:${product.getMappedPort(3000)}`;
    const body = JSON.stringify({ email: 'container@example.test', password: 'correct horse battery' });
    const headers = { 'content-type': 'application/json' };
    expect((await fetch(`${url}/api/auth/register`, { method: 'POST', headers, body })).status).toBe(201);
    expect((await fetch(url)).status).toBe(200);
    const run = async (...command: string[]) => (await product.exec(command)).output.trim();
    expect(await run('id', '-un')).toBe('node');
    expect(await run('node', '--version')).toMatch(/^v24\./);
    expect(await run('node', 'dist/server/perktree.js', 'backup', '--to', '/data/first.perktree')).toContain(
      'first.perktree',
    );
    expect(await run('sh', '-c', 'touch dist/x || echo refused')).toContain('refused');
  });
});
