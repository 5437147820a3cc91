import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from './embedded/embedded-postgres.ts';
import { dropTestDatabases } from './test-database.ts';

/** One Postgres server for the whole run: an embedded one in a temporary folder, or that of TEST_DATABASE_URL. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const runId = randomUUID().slice(0, 8);
  const external = process.env.TEST_DATABASE_URL;
  if (external) {
    const server = { adminUrl: external, runId };
    project.provide('postgresTestServer', server);
    return () => dropTestDatabases(server);
  }
  const dataDir = await mkdtemp(path.join(tmpdir(), 'perktree-test-postgres-'));
  // As root the server runs as another user, who must be able to enter.
  await chmod(dataDir, 0o711);
  const postgres = await startEmbeddedPostgres({ dataDir, isThrownAway: true });
  project.provide('postgresTestServer', { adminUrl: postgres.connectionString, runId });
  return async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
