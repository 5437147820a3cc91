import { join } from 'node:path';
import type { EventStore } from '@perktree/event-store/port';
import { connectToRunning } from '@perktree/platform/postgres/embedded/running';
import { createPool } from '@perktree/platform/postgres/pool';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import type { Configuration } from '../parts/configuration/configuration.ts';
import { installationSecret } from '../parts/configuration/installation-secret.ts';
import { type Database, openDatabase } from '../parts/database.ts';
import { migrateAll } from '../parts/migrate-all.ts';
import { openEventStore } from '../parts/stores.ts';

/** The stores that a command works with. */
export interface Opened {
  readonly store: EventStore;
  readonly pool: Pool;
  readonly logger: FastifyBaseLogger;
  readonly sessionSecret: string;
  readonly publicUrl: string;
  /** Whether addresses are verified by mail. */
  readonly sendsMail: boolean;
  close(): Promise<void>;
}

/** Connects to the database of a running product, or starts the embedded database while the command runs. */
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
    sendsMail: configuration.mail !== null,
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
    // The product is running: use its database.
    return {
      connectionString: await connectToRunning(join(configuration.dataDir, 'postgres')),
      stop: async () => {},
    };
  }
}
