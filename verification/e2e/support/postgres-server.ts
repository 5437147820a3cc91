import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@perktree/platform/postgres/embedded/embedded-postgres';

export interface TestServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** The server of TEST_DATABASE_URL, or else an empty one that the product knows only by its URL. */
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
