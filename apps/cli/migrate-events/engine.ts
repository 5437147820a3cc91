import { join } from 'node:path';
import { openEventStoreDb } from '@perktree/event-store/eventstoredb/event-store-db';
import type { EventStore } from '@perktree/event-store/port';
import { createPostgresEventStore } from '@perktree/event-store/postgres/postgres-event-store';
import { startEmbeddedPostgres } from '@perktree/platform/postgres/embedded/embedded-postgres';
import type { FastifyBaseLogger } from 'fastify';
import { startOrJoinEmbedded } from '../../parts/database.ts';
import { migrateAll } from '../../parts/migrate-all.ts';

/** The source or target of a copy. */
export interface Engine {
  /** For messages, without a password. */
  readonly name: string;
  readonly store: EventStore;
  /** Null: EventStoreDB, which holds only events. */
  readonly connectionString: string | null;
  close(): Promise<void>;
}

/**
 * Opens `embedded` (the database in DATA_DIR), `postgres://…` or `esdb://…`, and migrates its tables.
 * @param mayBeInUse whether a running product may have the embedded database open
 */
export async function openEngine(
  where: string,
  { dataDir, logger, mayBeInUse }: { dataDir: string; logger: FastifyBaseLogger; mayBeInUse: boolean },
): Promise<Engine> {
  if (/^(esdb|kurrentdb)(\+discover)?:/.test(where)) {
    const store = openEventStoreDb({ url: where, logger });
    return { name: withoutPassword(where), store, connectionString: null, close: () => store.close() };
  }
  if (where !== 'embedded' && !/^postgres(ql)?:/.test(where)) {
    throw new Error('--from and --to take: embedded, postgres://user:password@host/database, or esdb://host:port.');
  }
  const database = await openPostgres(where, { dataDir, logger, mayBeInUse });
  const { connectionString } = database;
  await migrateAll(connectionString);
  const store = createPostgresEventStore({ connectionString, logger });
  return {
    name: where === 'embedded' ? `the embedded database in ${dataDir}` : withoutPassword(where),
    store,
    connectionString,
    async close() {
      await store.close();
      await database.stop();
    },
  };
}

async function openPostgres(
  where: string,
  { dataDir, logger, mayBeInUse }: { dataDir: string; logger: FastifyBaseLogger; mayBeInUse: boolean },
): Promise<{ connectionString: string; stop(): Promise<void> }> {
  if (where !== 'embedded') return { connectionString: where, stop: async () => {} };
  return mayBeInUse
    ? startOrJoinEmbedded(dataDir, logger)
    : startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres'), logger });
}

function withoutPassword(address: string): string {
  return address.replace(/\/\/[^@/]*@/, '//');
}
