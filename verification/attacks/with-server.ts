import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@perktree/platform/postgres/embedded/embedded-postgres';
import type { TestServer } from '@perktree/platform/postgres/test-database';

/** Runs the work with a temporary database server. */
export async function withServer<T>(use: (server: TestServer) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'perktree-attacked-'));
  // If started by root, the server runs as another user, who needs access to the folder.
  chmodSync(dataDir, 0o711);
  const postgres = await startEmbeddedPostgres({ dataDir });
  try {
    return await use({ adminUrl: postgres.connectionString, runId: randomUUID().slice(0, 8) });
  } finally {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
