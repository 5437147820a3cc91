import { join } from 'node:path';
import { DataDirInUse } from '@perktree/platform/postgres/embedded/data-dir-lock';
import { connectToRunning, startEmbeddedPostgres } from '@perktree/platform/postgres/embedded/embedded-postgres';
import type { FastifyBaseLogger } from 'fastify';
import type { Configuration } from './configuration/configuration.ts';

export interface Database {
  readonly connectionString: string;
  /** Settles if the embedded database ends unexpectedly; never settles for a server of DATABASE_URL. */
  readonly lost: Promise<void>;
  stop(): Promise<void>;
}

/** Opens the server of DATABASE_URL, else starts the embedded one in the data folder. */
export async function openDatabase(configuration: Configuration, logger: FastifyBaseLogger): Promise<Database> {
  if (configuration.databaseUrl !== null) {
    return { connectionString: configuration.databaseUrl, lost: new Promise(() => {}), stop: async () => {} };
  }
  const embedded = await startEmbeddedPostgres({ dataDir: join(configuration.dataDir, 'postgres'), logger });
  return { connectionString: embedded.connectionString, lost: embedded.exited, stop: embedded.stop };
}

/** Connects to the embedded database that a running product has started, else starts it. `stop` ends only a started one. */
export async function startOrJoinEmbedded(
  dataDir: string,
  logger: FastifyBaseLogger,
): Promise<Pick<Database, 'connectionString' | 'stop'>> {
  const folder = join(dataDir, 'postgres');
  try {
    return await startEmbeddedPostgres({ dataDir: folder, logger });
  } catch (error) {
    if (!(error instanceof DataDirInUse)) throw error;
    return { connectionString: await connectToRunning(folder), stop: async () => {} };
  }
}
