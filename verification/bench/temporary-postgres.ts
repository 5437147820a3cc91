import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@perktree/platform/postgres/embedded/embedded-postgres';

/** Runs a work with an embedded server in a temporary folder. */
export async function withTemporaryPostgres(work: (connectionString: string) => Promise<void>): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'perktree-bench-'));
  const embedded = await startEmbeddedPostgres({ dataDir });
  try {
    await work(embedded.connectionString);
  } finally {
    await embedded.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
