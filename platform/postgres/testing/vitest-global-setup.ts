import { randomUUID } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded/embedded-postgres.ts';
import { dropTestDatabases, type TestServer } from './test-database.ts';

/**
 * One Postgres server for the whole run: an embedded one in a temporary folder, or that of TEST_DATABASE_URL. It starts when the
 * first test asks for it on a socket, so that a run of pure specs has none.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const runId = randomUUID().slice(0, 8);
  // As root the server runs as another user, who must be able to enter.
  const folder = await mkdtemp(path.join(tmpdir(), 'perktree-test-postgres-'));
  await chmod(folder, 0o711);
  const dataDir = path.join(folder, 'data');
  await mkdir(dataDir, 0o711);
  let starting: Promise<EmbeddedPostgres> | null = null;
  async function findServer(): Promise<TestServer> {
    const external = process.env.TEST_DATABASE_URL;
    if (external) return { adminUrl: external, runId };
    starting ??= startEmbeddedPostgres({ dataDir, isThrownAway: true });
    return { adminUrl: (await starting).connectionString, runId };
  }
  const desk = createServer((socket) => {
    socket.on('error', () => {});
    findServer().then(
      (server) => socket.end(JSON.stringify(server)),
      (error) => socket.end(JSON.stringify({ error: String(error) })),
    );
  });
  const socketPath = path.join(folder, 'desk');
  await new Promise<void>((done) => desk.listen(socketPath, done));
  project.provide('postgresTestServer', socketPath);
  return async () => {
    desk.close();
    const external = process.env.TEST_DATABASE_URL;
    if (external) await dropTestDatabases({ adminUrl: external, runId });
    await (await starting)?.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
