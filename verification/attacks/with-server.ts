import { randomUUID } from 'node:crypto';
import type { TestServer } from '@perktree/platform/postgres/test-database';
import { startServer } from '../e2e/support/postgres-server.ts';

/** Runs the work with a temporary database server. */
export async function withServer<T>(use: (server: TestServer) => Promise<T>): Promise<T> {
  const server = await startServer();
  return use({ adminUrl: server.url, runId: randomUUID().slice(0, 8) }).finally(() => server.stop());
}
