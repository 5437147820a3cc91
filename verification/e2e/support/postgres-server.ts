import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@perktree/platform/postgres/embedded/embedded-postgres';

export interface TestServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** The server that TEST_DATABASE_URL names, or one that knows nothing of the product and is reached by its URL alone. */
export async function startServer(options: { maxConnections?: number } = {}): Promise<TestServer> {
  if (process.env.TEST_DATABASE_URL) return { url: process.env.TEST_DATABASE_URL, stop: async () => {} };
  const dataDir = mkdtempSync(join(tmpdir(), 'perktree-server-'));
  const server = await startEmbeddedPostgres({ dataDir, ...options });
  return {
    url: server.connectionString,
    async stop() {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
