import { join } from 'node:path';
import type { EventStore } from '@perktree/event-store/port';
import { connectToRunning } from '@perktree/platform/postgres/embedded/running';
import { createPool } from '@perktree/platform/postgres/pool';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import type { Configuration } from '../configuration.ts';
import { type Database, openDatabase } from '../database.ts';
import { installationSecret } from '../installation-secret.ts';
import { migrateAll } from '../migrate-all.ts';
import { openEventStore } from '../open-stores.ts';

/** What an operator's command works with. */
export interface Opened {
  readonly store: EventStore;
  readonly pool: Pool;
  readonly logger: FastifyBaseLogger;
  readonly sessionSecret: string;
  readonly publicUrl: string;
  close(): Promise<void>;
}

/** Opens the stores beside a product that runs, or starts the embedded database for the time of the command. */
export async function openForOperator(configuration: Configuration, logger: FastifyBaseLogger): Promise<Opened> {
  const database = await openOrJoin(configuration, logger);
  const { connectionString } = database;
  await migrateAll(connectionString);
  const applicationName = 'perktree-operator';
  const pool = createPool({ connectionString, applicationName, max: 4, statementTimeoutMs: 0 });
  const store = await openEventStore(configuration, { connectionString, applicationName, logger });
  return {
    store,
    pool,
    logger,
    sessionSecret: configuration.sessionSecret ?? installationSecret(configuration.dataDir),
    publicUrl: configuration.publicUrl ?? `http://${configuration.host}:${configuration.port}`,
    async close() {
      await store.close();
      await pool.end();
      await database.stop();
    },
  };
}

async function openOrJoin(
  configuration: Configuration,
  logger: FastifyBaseLogger,
): Promise<Pick<Database, 'connectionString' | 'stop'>> {
  try {
    return await openDatabase(configuration, logger);
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'DataDirInUse') throw error;
    // The product is running: work beside it, on its database.
    return {
      connectionString: await connectToRunning(join(configuration.dataDir, 'postgres')),
      stop: async () => {},
    };
  }
}
