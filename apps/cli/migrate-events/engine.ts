import { join } from 'node:path';
import { openEventStoreDb } from '@perktree/event-store/eventstoredb/event-store-db';
import type { EventStore } from '@perktree/event-store/port';
import { createPostgresEventStore } from '@perktree/event-store/postgres/postgres-event-store';
import { startEmbeddedPostgres } from '@perktree/platform/postgres/embedded/embedded-postgres';
import { refuseUnfitServer } from '@perktree/platform/postgres/fit-server';
import type { FastifyBaseLogger } from 'fastify';
import { type Database, startOrJoinEmbedded } from '../../parts/database.ts';
import { migrateAll } from '../../parts/migrate-all.ts';
import { refuseOtherTables } from './readable-tables.ts';

/** The source or target of a copy: `embedded` (the database in DATA_DIR), `postgres://…` or `esdb://…`. */
export interface Engine {
  /** For messages, without a password. */
  readonly name: string;
  readonly store: EventStore;
  /** Null: EventStoreDB, which holds only events. */
  readonly connectionString: string | null;
  close(): Promise<void>;
}

interface Surroundings {
  readonly dataDir: string;
  readonly logger: FastifyBaseLogger;
}

/**
 * Opens a source. A product, also of another version, may use it, so its tables are not migrated.
 * @param schemas that the copy reads
 */
export function openSource(
  where: string,
  { dataDir, logger }: Surroundings,
  schemas: readonly string[],
): Promise<Engine> {
  return open(
    where,
    { dataDir, logger },
    () => startOrJoinEmbedded(dataDir, logger),
    async (connectionString, name) => {
      await refuseUnfitServer(connectionString, '--from');
      await refuseOtherTables(connectionString, name, schemas);
    },
  );
}

/** Opens a target and migrates its tables. */
export function openTarget(where: string, { dataDir, logger }: Surroundings): Promise<Engine> {
  const start = () => startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres'), logger });
  return open(where, { dataDir, logger }, start, (connectionString) => migrateAll(connectionString, '--to'));
}

async function open(
  where: string,
  { dataDir, logger }: Surroundings,
  startEmbedded: () => Promise<Pick<Database, 'connectionString' | 'stop'>>,
  prepare: (connectionString: string, name: string) => Promise<void>,
): Promise<Engine> {
  const name = where === 'embedded' ? `the embedded database in ${dataDir}` : where.replace(/\/\/[^@/]*@/, '//');
  if (/^(esdb|kurrentdb)(\+discover)?:/.test(where)) {
    const store = openEventStoreDb({ url: where, logger });
    return { name, store, connectionString: null, close: () => store.close() };
  }
  if (where !== 'embedded' && !/^postgres(ql)?:/.test(where)) {
    throw new Error('--from and --to take: embedded, postgres://user:password@host/database, or esdb://host:port.');
  }
  const database = where === 'embedded' ? await startEmbedded() : { connectionString: where, stop: async () => {} };
  const { connectionString } = database;
  try {
    await prepare(connectionString, name);
  } catch (error) {
    await database.stop();
    throw error;
  }
  const store = createPostgresEventStore({ connectionString, logger });
  return {
    name,
    store,
    connectionString,
    async close() {
      await store.close();
      await database.stop();
    },
  };
}
