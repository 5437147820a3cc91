import { join } from 'node:path';
import { startEmbeddedPostgres } from '@perktree/platform/postgres/embedded/embedded-postgres';
import type { FastifyBaseLogger } from 'fastify';
import type { Configuration } from './configuration/configuration.ts';

export interface Database {
  readonly connectionString: string;
  /** Settles if the embedded database ends unexpectedly; never settles for a server of DATABASE_URL. */
  readonly lost: Promise<void>;
  stop(): Promise<void>;
}

/** The server of DATABASE_URL, or else the embedded one in the data folder. */
export async function openDatabase(configuration: Configuration, logger: FastifyBaseLogger): Promise<Database> {
  if (configuration.databaseUrl !== null) {
    return { connectionString: configuration.databaseUrl, lost: new Promise(() => {}), stop: async () => {} };
  }
  const embedded = await startEmbeddedPostgres({ dataDir: join(configuration.dataDir, 'postgres'), logger });
  return { connectionString: embedded.connectionString, lost: embedded.exited, stop: embedded.stop };
}
